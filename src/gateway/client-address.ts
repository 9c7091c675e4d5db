import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, SocketAddress } from 'node:net';

/** Proxies whose `x-forwarded-for` counts. */
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
   * The client of a request, as one text however its address is written. Each trusted proxy says
   * who called it, from the last to the first; what stands before an address that is not trusted
   * anybody may have written. With `10.0.0.0/8` trusted, `6.6.6.6, 9.9.9.9, 10.0.0.2` from 10.0.0.1
   * is 9.9.9.9. The header `forwarded` is not read: proxies pass on what a client writes there.
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
export function readAddress(text: string): string | undefined {
  const plain = text.trim().replace(/^"(.*)"$/, '$1');
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(plain) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(plain) ?? [];
  const [address = ''] = (inBrackets ?? withPort ?? plain).split('%');
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=.*\.)/, '');
}

/** A customer gets a whole /64 of IPv6, so all of its addresses count as one client. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const after = tail?.split(':').filter((group) => group !== '') ?? [];
  const zeros = Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0');
  return [...groups, ...zeros, ...after].slice(0, 4).join(':');
}
