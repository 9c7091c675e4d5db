import { Hono } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { createStaticFiles } from '../node/static-files';
import { addBudgetRoutes, addDefaultRoutes, addRequestRoutes } from './admin-budgets';
import { addAnswerRoutes } from './admin-answers';
import { addCatalogueRoutes, NAMES_PATH } from './admin-catalogue';
import { addImportRoute, IMPORT_PATH, MOST_IMPORT_BYTES } from './admin-import';
import { addPeopleRoutes } from './admin-people';
import { addReportRoutes } from './admin-reports';
import {
  addSignOut,
  type AdminApiOptions,
  type AdminEnvironment,
  AdminError,
  type AdminTools,
  answerError,
  administratorOf,
  jsonBody,
} from './admin-tools';
import { addSignInRoutes, sessionOf, type Door } from './sign-in/sessions';
import { addOpenApi } from './openapi/openapi-routes';
import { errorHeaders, withRequestId } from './json-reply';
import { STORE_DOWN } from './outcome-errors';
import { StoreDown } from './state/shared-state';
import { NO_PAGE_POLICY, PAGE_POLICY, strictHeaders } from './origin-policy';

/** Creates the second port: health, metrics and administration. */
export function createAdminApp(options: AdminApiOptions): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(withRequestId);
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
    // Known values are still answered, so the gateway stays in use.
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
      return c.json({ status: 503, message }, 503, errorHeaders(STORE_DOWN));
    }
    options.log.failed(error);
    return c.json({ status: 500, message: 'The gateway has failed.' }, 500);
  });
  return app;
}

const UNREADABLE = 'The gateway cannot reach its store. Try again soon.';
/**
 * While the store is down, people cannot be disabled. To shut somebody out at once, revoke their
 * tokens.
 */
const UNSTORED =
  'The gateway’s store is down or full, so this was not stored. Try again soon. Tokens can be revoked meanwhile.';

/**
 * Creates the administration's JSON interface. It takes a header that no page of another site can
 * send.
 */
export function createAdminApi(options: AdminApiOptions): Hono<AdminEnvironment> {
  const app = new Hono<AdminEnvironment>();
  app.use(async (c, next) => {
    const { incoming } = c.env;
    const address = options.trustedProxies.clientOf(incoming);
    // A change that another gateway has just made must count here. To find and revoke a token, what
    // memory knows is enough.
    const isRevoking = incoming.method === 'DELETE' && /\/tokens\/[^/]+$/.test(c.req.path);
    const maySuffice = isRevoking || incoming.method === 'GET';
    const problem = await options.directory.refresh().catch((error: unknown) => error);
    if (problem !== undefined && !(maySuffice && problem instanceof StoreDown)) throw problem;
    const secret =
      /^Bearer (\S+)$/i.exec(incoming.headers.authorization ?? '')?.[1] ??
      sessionOf(incoming, 'administration');
    const identity =
      secret === undefined ? undefined : options.directory.identify(secret, 'administration');
    if (identity === undefined || identity.person.role === 'person') {
      if (secret === undefined) throw NO_TOKEN;
      if (problem !== undefined) throw problem;
      const isGuess = !options.directory.hasIssued(secret);
      throw options.attempts.failed(address, isGuess) ? BAD_TOKEN : TOO_MANY;
    }
    c.set('identity', identity);
    c.set('token', options.directory.tokenOf(secret as string));
    if (incoming.method !== 'GET') {
      const isImport = [IMPORT_PATH, NAMES_PATH].some((path) => c.req.path.endsWith(path));
      // A request without a body must not lift every limit of a budget.
      const isOptional = incoming.method === 'POST' || incoming.method === 'DELETE';
      const mostBytes = isImport ? MOST_IMPORT_BYTES : MOST_BYTES;
      const slice = options.processor.slicesOf(identity.person.id);
      c.set('body', await jsonBody(incoming, mostBytes, isOptional, slice));
    }
    return next();
  });
  const tools: AdminTools = {
    ...options,
    app,
    audit: ({ person }, act, about, detail = '') =>
      options.state.audit.append({ at: options.clock.now(), by: person.id, act, about, detail }),
  };
  addPeopleRoutes(tools);
  addImportRoute(tools);
  addBudgetRoutes(tools);
  addDefaultRoutes(tools);
  addRequestRoutes(tools);
  addReportRoutes(tools);
  addAnswerRoutes(tools);
  addCatalogueRoutes(tools);
  addScoreRoutes(tools);
  addSessionRoutes(tools);
  app.onError(answerError);
  return app;
}

/**
 * Adds routes for scores that may have been charged without an answer. A person decides whether to
 * ask again.
 */
function addScoreRoutes({ app, state, audit }: AdminTools): void {
  app.get('/unknown-scores', async (c) => {
    administratorOf(c);
    const scores = await state.claims.unknown();
    return c.json({
      scores: scores.map((score) => ({ ...score, at: new Date(score.at).toISOString() })),
    });
  });
  app.post('/unknown-scores/:id/ask-again', async (c) => {
    const by = administratorOf(c);
    const id = c.req.param('id');
    if (!(await state.claims.askAgain(id))) {
      throw new AdminError(404, 'There is no such score.');
    }
    await audit(by, 'score may be asked again', id);
    return c.json({ id, status: 'may be asked again' });
  });
}

/** Adds routes that say who is signed in, and sign them out. */
function addSessionRoutes({ app, directory, audit }: AdminTools): void {
  app.get('/session', (c) => {
    const { person } = c.get('identity');
    const { isSession = false, expiresAt } = c.get('token') ?? {};
    return c.json({
      person: person.id,
      name: person.name,
      role: person.role,
      isSession,
      expiresAt,
    });
  });
  addSignOut({ app, directory, audit }, 'administration');
}

const MOST_BYTES = 256 * 1024;
const NO_TOKEN = new AdminError(401, 'Send an administrator’s token: authorization: Bearer …');
const BAD_TOKEN = new AdminError(401, 'This is not an administrator’s token.');
const TOO_MANY = new AdminError(429, 'Too many invalid tokens. Wait a minute.');
