import { isIP } from 'node:net';

/**
 * Whether a request means this server by its `Host`. A page of another site can have its own name
 * lead to this machine (DNS rebinding), and would then be of the same origin as the workbench; an
 * address in digits cannot be led elsewhere.
 *
 * @param host as in the header, perhaps with a port.
 * @param own the name or address that the server was told to listen on.
 */
export function isKnownHost(host: string | undefined, own: string): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const url = new URL(`http://${host}`);
  // Nothing but a name and a port: `evil@localhost` is no host.
  if (url.host !== host.toLowerCase().replace(/:80$/, '')) return false;
  const name = url.hostname.replace(/\.$/, '');
  const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
  return (
    isAddress || name === 'localhost' || name.endsWith('.localhost') || name === own.toLowerCase()
  );
}
