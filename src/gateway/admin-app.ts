import { Hono } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { createStaticFiles } from '../sample/static-files';
import { createAdminApi } from './admin-api';
import type { AdminApiOptions } from './admin-tools';
import type { GatewayLog } from './gateway-log';
import type { GatewayMetrics } from './gateway-metrics';
import { addSignInRoutes } from './sign-in/sessions';
import type { Door, SessionOptions } from './sign-in/sessions';
import { addOpenApi } from './openapi/openapi-routes';
import { StoreDown } from './state/store-down';
import { NO_PAGE_POLICY, PAGE_POLICY, strictHeaders } from './strict-headers';

export interface AdminAppOptions extends AdminApiOptions {
  readonly metrics: GatewayMetrics;
  readonly log: GatewayLog;
  /** The built page for administrators. */
  readonly pageFolder: string;
  /** How people sign in to it with a browser; undefined: with a token alone. */
  readonly sessions: SessionOptions | undefined;
  readonly door: Pick<Door, 'publicUrl' | 'isTls'>;
  /** False while the gateway drains. */
  readonly isReady: () => boolean;
}

/** The second port: health, metrics and administration. */
export function createAdminApp(options: AdminAppOptions): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use('/admin', strictHeaders(PAGE_POLICY));
  app.use('/admin/*', strictHeaders(PAGE_POLICY));
  addOpenApi(app, 'administrators', options.pageFolder);
  app.use(strictHeaders(NO_PAGE_POLICY));
  app.get('/healthz', (c) => c.json({ status: 'up' }));
  app.get('/readyz', (c) => {
    if (options.state.hasForgotten) {
      return c.json({ status: 'not ready', reason: 'store-forgot' }, 503);
    }
    if (!options.isReady()) return c.json({ status: 'not ready' }, 503);
    // What is known is still answered, so the gateway stays in use.
    return c.json({ status: options.team.isServiceSilent ? 'degraded' : 'ready' });
  });
  app.get('/metrics', async (c) => {
    const { registry } = options.metrics;
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
  });
  // The address that the gateway prints.
  app.get('/', (c) => c.redirect('/admin/', 302));
  app.route('/admin/api', createAdminApi(options));
  const door: Door = {
    ...options.door,
    path: '/admin',
    use: 'administration',
    mayEnter: ({ role }) => role !== 'person',
  };
  addSignInRoutes(app, door, options.sessions);
  const files = createStaticFiles(options.pageFolder, 'admin.html');
  for (const path of ['/admin', '/admin/*']) {
    app.get(path, async (c) => {
      const url = new URL(c.req.url);
      url.pathname = url.pathname.replace(/^\/admin\/?/, '/');
      return (await files(new Request(url, { headers: c.req.raw.headers }))) ?? c.notFound();
    });
  }
  app.notFound((c) => c.json({ status: 404, message: 'There is nothing here.' }, 404));
  app.onError((error, c) => {
    if (error instanceof StoreDown) {
      const message = c.req.method === 'GET' ? UNREADABLE : UNSTORED;
      return c.json({ status: 503, message }, 503, { 'retry-after': '5' });
    }
    options.log.failed(error);
    return c.json({ status: 500, message: 'The gateway has failed.' }, 500);
  });
  return app;
}

const UNREADABLE = 'The gateway cannot reach its store. Try again soon.';
/** People cannot be disabled meanwhile; to shut someone out at once, revoke their tokens. */
const UNSTORED =
  'The gateway’s store is down or full, so this was not stored. Try again soon. Tokens can be revoked meanwhile.';
