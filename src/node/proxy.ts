import { Agent, EnvHttpProxyAgent, setGlobalDispatcher, type Dispatcher } from 'undici';

/**
 * Creates a dispatcher that connects through the proxy that HTTPS_PROXY and HTTP_PROXY name, except
 * to this machine and to what NO_PROXY lists. Without such a variable it connects directly. Node
 * itself reads these variables only from version 24 on, and only if NODE_USE_ENV_PROXY is set.
 *
 * @throws Error for a variable that names no proxy.
 */
export function createDispatcher(options: Agent.Options = {}): Dispatcher {
  const { env } = process;
  // Small letters count first, as with curl.
  const httpProxy = proxyOf('HTTP_PROXY', env['http_proxy'] ?? env['HTTP_PROXY']);
  const httpsProxy = proxyOf('HTTPS_PROXY', env['https_proxy'] ?? env['HTTPS_PROXY']);
  if (httpProxy === '' && httpsProxy === '') return new Agent(options);
  const excepted = (env['no_proxy'] ?? env['NO_PROXY'] ?? '').trim();
  const noProxy = excepted === '*' ? excepted : [excepted, ...THIS_MACHINE].join(',');
  // Without one of its own, https goes through the proxy of http.
  return new EnvHttpProxyAgent({
    ...{ ...options, httpProxy, noProxy },
    httpsProxy: httpsProxy === '' ? httpProxy : httpsProxy,
  });
}

/** Makes the built-in fetch use such a dispatcher. Only a program calls this, when it starts. */
export function useProxy(): void {
  setGlobalDispatcher(createDispatcher());
}

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/** @returns "" if there is none. */
function proxyOf(name: string, value = ''): string {
  const given = value.trim();
  if (given === '') return '';
  // As curl takes it: proxy.example.com:3128.
  const address = given.includes('://') ? given : `http://${given}`;
  if (URL.canParse(address) && /^https?:/i.test(address)) return address;
  // The address is not repeated: it may hold a password.
  throw new Error(`${name} should be an http(s) address, such as http://proxy.example.com:3128.`);
}
