/** A base address to which a credential can safely be sent, or the reason why it cannot. */
export type ServiceAddressReading =
  | { readonly kind: 'address'; readonly url: string; readonly origin: string }
  | { readonly kind: 'faulty'; readonly reason: ServiceAddressFault };

/**
 * Why a text is not an address to use:
 *
 * - `empty`: it has nothing but white space.
 * - `malformed`: it is not a complete address.
 * - `not-https`: it has another scheme, or is http to another machine.
 * - `has-user`: it has a name or password before the host.
 * - `has-query`: it has a `?`.
 * - `has-fragment`: it has a `#`.
 */
export type ServiceAddressFault =
  'empty' | 'malformed' | 'not-https' | 'has-user' | 'has-query' | 'has-fragment';

/** Far above any real base address; keeps a pasted document out of storage. */
const MAX_LENGTH = 2000;

/**
 * Reads the address that a person typed. `url` has no trailing slash and is spelled as a browser
 * spells it (lower-case host, international names in ASCII), so that the person sees where the
 * credential would really go. A path is kept, because deployments put a stage name there.
 */
export function readServiceAddress(text: string): ServiceAddressReading {
  const typed = text.trim();
  if (typed === '') return faulty('empty');
  // The URL parser drops line breaks and turns backslashes into slashes. What it repairs may not be
  // what the person meant.
  if (typed.length > MAX_LENGTH || /[\s\p{Cc}\p{Cf}\\]/u.test(typed)) return faulty('malformed');
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(typed)?.[1]?.toLowerCase();
  if (scheme === undefined) return faulty('malformed');
  if (scheme !== 'https' && scheme !== 'http') return faulty('not-https');
  const authority = /^https?:\/\/([^/?#]+)/i.exec(typed)?.[1];
  const url = parse(typed);
  if (authority === undefined || url === undefined || url.hostname === '') {
    return faulty('malformed');
  }
  if (authority.includes('@')) return faulty('has-user');
  // Catches an empty query or fragment too, which the parsed address would not show.
  if (typed.includes('#')) return faulty('has-fragment');
  if (typed.includes('?')) return faulty('has-query');
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) return faulty('not-https');
  return {
    kind: 'address',
    url: url.origin + url.pathname.replace(/\/+$/, ''),
    origin: url.origin,
  };
}

function faulty(reason: ServiceAddressFault): ServiceAddressReading {
  return { kind: 'faulty', reason };
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/**
 * The hosts to which pages may connect by http, besides their own: a content-security-policy can
 * name neither `[::1]` nor all of 127.0.0.0/8. Those of the pages name the same hosts.
 */
const PAGE_HOSTS: readonly string[] = ['localhost', '127.0.0.1'];

/** Whether a page that comes from its own address may connect to a service's. */
export function mayPageConnect(url: string, own: string): boolean {
  const { protocol, hostname, origin } = new URL(url);
  return protocol === 'https:' || PAGE_HOSTS.includes(hostname) || origin === new URL(own).origin;
}

/**
 * Whether a host is this machine. The parser has already written every form of an IPv4 address
 * (`127.1`, `0x7f000001`) in full.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
