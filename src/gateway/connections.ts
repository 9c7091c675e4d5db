import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type Socket, BlockList, isIP, SocketAddress } from 'node:net';

export interface ConnectionLimits {
  readonly mostConnections: number;
  /** Maximum number of connections from one address. Trusted proxies have no such limit. */
  readonly mostPerAddress: number;
  readonly trustedProxies: Pick<TrustedProxies, 'has'>;
  onRefused(why: 'all' | 'address'): void;
  onCut(why: 'stalled' | 'pipelined'): void;
}

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** The reply to the latest request on each connection. */
export type LatestReplies = Pick<WeakMap<Socket, Exchange>, 'get'>;

/**
 * Limits what a client can make the gateway hold: how many connections, how many requests that wait
 * for their turn on one connection, and for how long a reply that the client does not read.
 */
export function limitConnections(
  server: Server,
  answer: Answer,
  limits: ConnectionLimits,
  stalledMs = STALLED_MS,
): LatestReplies {
  limitNumber(server, limits);
  const latest = new WeakMap<Socket, Exchange>();

  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    const before = latest.get(socket);
    // Node gives a reply its socket once the replies before it have been sent.
    const isItsTurn = outgoing.socket !== null;
    const waiting = isItsTurn || before === undefined ? 0 : before.waiting + 1;
    latest.set(socket, { outgoing, waiting });
    if (isItsTurn) answer(incoming, outgoing);
    else if (socket.destroyed) return;
    else if (waiting > MOST_WAITING) {
      socket.destroy();
      limits.onCut('pipelined');
    } else {
      // One reply at a time: what waits costs no more than the request itself.
      before?.outgoing.once('close', () => {
        if (!socket.destroyed && outgoing.socket !== null) answer(incoming, outgoing);
      });
    }
  });

  server.timeout = stalledMs;
  server.on('timeout', (socket: Socket) => {
    const reply = latest.get(socket)?.outgoing;
    const isAnswering = reply !== undefined && !reply.writableFinished;
    const isStalled = socket.writableLength > 0;
    if (isAnswering && !isStalled) {
      // The service is slow, not the client.
      socket.setTimeout(stalledMs);
      return;
    }
    if (isStalled) limits.onCut('stalled');
    socket.destroy();
  });
  return latest;
}

/** Returns the open connections of a server. The set stays up to date. */
export function openSockets(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  for (const event of ['connection', 'secureConnection']) {
    server.on(event, (socket: Socket) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    });
  }
  return open;
}

interface Exchange {
  readonly outgoing: ServerResponse;
  /** How many requests wait for the replies before them, this one included. */
  readonly waiting: number;
}

function limitNumber(server: Server, limits: ConnectionLimits): void {
  const { mostPerAddress, trustedProxies } = limits;
  server.maxConnections = limits.mostConnections;
  server.on('drop', () => limits.onRefused('all'));
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = readAddress(socket.remoteAddress ?? '') ?? '';
    if (trustedProxies.has(address)) return;
    const network = networkOf(address);
    const others = open.get(network) ?? 0;
    if (others >= mostPerAddress) {
      socket.destroy();
      limits.onRefused('address');
      return;
    }
    open.set(network, others + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}

/** No reply makes no progress for longer. A waiting client gets its answer sooner. */
const STALLED_MS = 30_000;
/** Browsers and proxies send one request at a time. */
const MOST_WAITING = 64;

/** The proxies whose `x-forwarded-for` counts. */
export class TrustedProxies {
  private readonly list = new BlockList();

  /** @param networks addresses, or networks such as `10.0.0.0/8`. */
  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', prefix] = network.split('/');
      const family = address.includes(':') ? 'ipv6' : 'ipv4';
      if (prefix === undefined) this.list.addAddress(address, family);
      else this.list.addSubnet(address, Number(prefix), family);
    }
  }

  /** @param address as `readAddress` returns it. */
  has(address: string): boolean {
    return isIP(address) > 0 && this.list.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
  }

  /**
   * Returns the address of a request's client, as the same text however the address is written.
   * Each trusted proxy says who called it, from the last to the first. Anybody may have written
   * what precedes an untrusted address. With `10.0.0.0/8` trusted, `6.6.6.6, 9.9.9.9, 10.0.0.2`
   * from 10.0.0.1 is 9.9.9.9. The header `forwarded` is not read, because proxies pass on what a
   * client writes there.
   */
  clientOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
    let client = readAddress(socket.remoteAddress ?? '') ?? '';
    const callers = String(headers['x-forwarded-for'] ?? '').split(',');
    for (const caller of callers.reverse()) {
      if (!this.has(client)) break;
      const address = readAddress(caller);
      // Such as `unknown`: the proxy itself is all we know.
      if (address === undefined) break;
      client = address;
    }
    return networkOf(client);
  }
}

/** An address in one form: `1.2.3.4:567`, `[2001:DB8::1]:567`, `fe80::1%eth0`, `::ffff:1.2.3.4`. */
function readAddress(text: string): string | undefined {
  const plain = text.trim().replace(/^"(.*)"$/, '$1');
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(plain) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(plain) ?? [];
  const [address = ''] = (inBrackets ?? withPort ?? plain).split('%');
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=.*\.)/, '');
}

/** A customer gets a whole /64 of IPv6, so all of its addresses count as one client. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const after = tail?.split(':').filter((group) => group !== '') ?? [];
  const zeros = Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0');
  return [...groups, ...zeros, ...after].slice(0, 4).join(':');
}
