/** The address of a Valkey or Redis that gateways share. */
export interface SharedAddress {
  readonly kind: 'server' | 'sentinel' | 'cluster';
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly isTls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** Always 0 in a cluster. */
  readonly database: number;
  /** What the sentinels call the server. */
  readonly serverName: string | undefined;
  /** For messages: without the password. */
  readonly shown: string;
}

/**
 * Reads `redis://host:6379/0`, `rediss://` for TLS, `redis+sentinel://a:26379,b:26379/name/0` and
 * `redis+cluster://a:6379,b:6379`; `valkey` works in place of `redis`.
 *
 * @param password overrides one in the address.
 * @returns undefined for any other text.
 */
export function parseSharedAddress(
  text: string,
  password: string | undefined,
): SharedAddress | undefined {
  const match = ADDRESS.exec(text.trim());
  if (match === null) return undefined;
  const [, secure, form, login = '', hostsText = '', path = ''] = match;
  const kind = form === '+sentinel' ? 'sentinel' : form === '+cluster' ? 'cluster' : 'server';
  const hosts = hostsText.split(',').map((host) => toHost(host, DEFAULT_PORTS[kind]));
  const parts = path.split('/').filter((part) => part !== '');
  const serverName = kind === 'sentinel' ? parts.shift() : undefined;
  const database = Number(parts.shift() ?? 0);
  const isWhole = Number.isInteger(database) && database >= 0 && parts.length === 0;
  const isOfItsKind =
    kind === 'server'
      ? hosts.length === 1
      : kind === 'sentinel'
        ? serverName !== undefined
        : database === 0;
  if (!isWhole || !isOfItsKind || !hosts.every((host) => host !== undefined)) return undefined;
  const [username, ownPassword] = readLogin(login);
  return {
    kind,
    hosts,
    isTls: secure !== '',
    username,
    password: password ?? ownPassword,
    database,
    serverName,
    shown: hostsText,
  };
}

const ADDRESS =
  /^(?:redis|valkey)(s?)(\+sentinel|\+cluster)?:\/\/(?:([^@/]*)@)?([^@/?#]+)(\/[^?#]*)?$/i;
const DEFAULT_PORTS = { server: 6379, cluster: 6379, sentinel: 26_379 } as const;

function toHost(
  text: string,
  defaultPort: number,
): { readonly host: string; readonly port: number } | undefined {
  const url = `tcp://${text}`;
  if (text === '' || !URL.canParse(url)) return undefined;
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return host === '' ? undefined : { host, port: port === '' ? defaultPort : Number(port) };
}

/** `:password`, `user:password` or `user`. */
function readLogin(login: string): readonly [string | undefined, string | undefined] {
  const [user = '', ...rest] = login.split(':');
  const password = rest.join(':');
  const decoded = (text: string): string | undefined => (text === '' ? undefined : decode(text));
  return [decoded(user), decoded(password)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
