import { isIP } from 'node:net';

/**
 * Whether a request is meant for this server, judged by its `Host`. Another site can point its own
 * name at this machine (DNS rebinding), and its page would then share the workbench's origin. A
 * numeric address cannot be redirected like that.
 *
 * @param host as in the header, perhaps with a port.
 * @param own the name or address that the server was told to listen on.
 */
export function isKnownHost(host: string | undefined, own: string): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const url = new URL(`http://${host}`);
  // Only a name and a port: `evil@localhost` is no host.
  if (url.host !== host.toLowerCase().replace(/:80$/, '')) return false;
  const name = url.hostname.replace(/\.$/, '');
  const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
  return (
    isAddress || name === 'localhost' || name.endsWith('.localhost') || name === own.toLowerCase()
  );
}
