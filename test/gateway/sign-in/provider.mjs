/**
 * A real OpenID Connect provider on loopback: `node provider.mjs '{"port": 0, …}'`. It signs in
 * whomever the browser's header `x-who` names, without asking, and asks a browser that sends none.
 * It prints its issuer.
 */
import { createServer } from 'node:http';
import { generateKeyPair, exportJWK } from 'jose';

const { port, offsetMs = 0, secret } = JSON.parse(process.argv[2]);
const now = Date.now.bind(Date);
Date.now = () => now() + offsetMs;
const { Provider } = await import('oidc-provider');

const PEOPLE = {
  asha: { name: 'Asha Rao', email: 'asha@example.com', groups: ['planners', 'gateway-admins'] },
  ravi: { name: 'Ravi Iyer', email: 'ravi@example.com', groups: ['planners'] },
};
const { privateKey } = await generateKeyPair('RS256', { extractable: true });
const server = createServer((request, response) => handle(request, response));
await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'locus',
      redirect_uris: ['http://127.0.0.1/callback'],
      ...(secret === undefined
        ? { token_endpoint_auth_method: 'none' }
        : { client_secret: secret, token_endpoint_auth_method: 'client_secret_post' }),
    },
  ],
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
  cookies: { keys: ['test'] },
  claims: { openid: ['sub'], profile: ['name'], email: ['email'], groups: ['groups'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  pkce: { required: () => true },
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...PEOPLE[id] }) }),
});
// The gateway's port is not known before it starts.
provider.Client.prototype.redirectUriAllowed = (uri) => /\/sign-in\/done$/.test(uri);
const handleProtocol = provider.callback();

async function handle(request, response) {
  if (!request.url.startsWith('/interaction/')) return handleProtocol(request, response);
  const who = request.headers['x-who'] ?? (await typedIn(request));
  if (who === undefined) {
    response.setHeader('content-type', 'text/html');
    // As many companies' do: the window that shows this page is cut off the one that opened it.
    response.setHeader('cross-origin-opener-policy', 'same-origin');
    return response.end(
      '<!doctype html><html lang="en"><title>Company</title><form method="post">' +
        '<label>Who are you? <input name="who"></label><button>Continue</button></form></html>',
    );
  }
  if (who === '') {
    const refused = { error: 'access_denied', error_description: 'They pressed Cancel.' };
    return provider.interactionFinished(request, response, refused);
  }
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: who, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  const consent = { grantId: await grant.save() };
  return provider.interactionFinished(request, response, { login: { accountId: who }, consent });
}

/** Undefined before the form is sent. */
async function typedIn(request) {
  if (request.method !== 'POST') return undefined;
  let body = '';
  for await (const piece of request) body += piece;
  return new URLSearchParams(body).get('who') ?? '';
}

console.log(issuer);
