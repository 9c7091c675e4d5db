import { createStaticFiles } from '../../node/static-files';
import { PAGE_POLICY, strictHeaders } from '../origin-policy';
import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { ADMIN_OPERATIONS } from './admin-operations';
import { openApiOf } from './openapi-document';
import { PEOPLE_OPERATIONS } from './people-operations';

type DescribedPort = 'people' | 'administrators';

/** Adds `/openapi.json`, and `/openapi`, a page for reading it. */
export function addOpenApi(
  app: Hono<{ Bindings: HttpBindings }>,
  port: DescribedPort,
  pageFolder: string,
): void {
  let description: string | undefined;
  app.get('/openapi.json', (c) => {
    // Made on first use, because most gateways are never asked for it.
    description ??= JSON.stringify(describe(port));
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
    };
    return c.body(description, 200, headers);
  });
  app.use('/openapi', strictHeaders(PAGE_POLICY));
  app.use('/openapi/*', strictHeaders(PAGE_POLICY));
  app.get('/openapi', (c) => c.html(PAGE));
  const files = createStaticFiles(pageFolder, 'openapi.html');
  app.get('/openapi/reader.js', async (c) => {
    const url = new URL('/rapidoc-min.js', c.req.url);
    return (await files(new Request(url, { headers: c.req.raw.headers }))) ?? c.notFound();
  });
}

function describe(port: DescribedPort): object {
  return port === 'people'
    ? openApiOf({
        title: 'Locus: the service for people’s programs',
        description: PEOPLE_ABOUT,
        operations: PEOPLE_OPERATIONS,
        security: {
          token: { type: 'apiKey', in: 'header', name: 'x-api-key' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      })
    : openApiOf({
        title: 'Locus: administration',
        description: 'People, teams, tokens, budgets, usage and the gateway’s health.',
        operations: ADMIN_OPERATIONS,
        security: { bearer: { type: 'http', scheme: 'bearer' } },
      });
}

const PEOPLE_ABOUT =
  'Attributes and scores of places. Places are read as people write them, so more is accepted than ' +
  'is described here; what cannot be read for certain is refused before any call. The token goes ' +
  'in x-api-key; /mcp and the functions for warehouses also take it as a bearer.';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Locus: the interface</title>
    <script type="module" src="/openapi/reader.js"></script>
  </head>
  <body>
    <rapi-doc
      spec-url="/openapi.json"
      load-fonts="false"
      regular-font="system-ui, sans-serif"
      render-style="read"
      allow-server-selection="false"
      allow-authentication="false"
      allow-try="false"
      allow-spec-url-load="false"
      allow-spec-file-load="false"
      show-header="false"
    ></rapi-doc>
  </body>
</html>
`;
