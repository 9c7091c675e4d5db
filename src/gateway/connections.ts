import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, readAddress, type TrustedProxies } from './client-address';

export interface ConnectionLimits {
  readonly mostConnections: number;
  /** Of one address; proxies that are trusted have no such limit. */
  readonly mostPerAddress: number;
  readonly trustedProxies: Pick<TrustedProxies, 'has'>;
  onRefused(why: 'all' | 'address'): void;
  onCut(why: 'stalled' | 'pipelined'): void;
}

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Bounds what a client can make us hold: how many connections, how many requests down one that
 * wait for their turn, and for how long a reply that the client does not read.
 */
export function limitConnections(
  server: Server,
  answer: Answer,
  limits: ConnectionLimits,
  stalledMs = STALLED_MS,
): void {
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
}

/** The connections of a server that are open now. */
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
