import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { z } from 'zod';
import { createStaticFiles } from '../../node/static-files';
import {
  addSignOut,
  AdminError,
  answerError,
  demand,
  jsonBody,
  type AdminApiOptions,
  type AdminEnvironment,
} from '../admin-tools';
import { tokenPage } from '../admin-paging';
import { exclusively, type Directory, type Identity, type Token } from '../directory';
import { type OriginPolicy, PAGE_POLICY, strictHeaders } from '../origin-policy';
import { aboutMe } from '../about-me';
import { hasNoControls } from '../name-rules';
import { addSignInRoutes, type Door, sessionOf } from '../sign-in/sessions';
import { fromMillionths, NO_CALLS, personScope } from '../state/call-ledger';
import type { BudgetRequest } from './budget-requests';
import { DAY_MS } from '../../node/calendar';

type Shared = 'directory' | 'state' | 'requests' | 'attempts' | 'trustedProxies' | 'clock';

interface AccountApiOptions extends Pick<
  AdminApiOptions,
  Shared | 'currency' | 'sessions' | 'door' | 'pageFolder'
> {
  /** Other origins on which the add-in may run. A new token may be handed to these. */
  readonly origins: readonly string[];
  readonly policy: OriginPolicy;
}

/** People's own account as JSON, for a browser's session or one of their tokens. */
function createAccountApi(options: AccountApiOptions): Hono<AdminEnvironment> {
  const { directory, state, requests } = options;
  const { now } = options.clock;
  const app = new Hono<AdminEnvironment>();
  const audit = ({ person }: Identity, act: string, about: string, detail = ''): Promise<void> =>
    state.audit.append({ at: now(), by: person.id, act, about, detail });

  app.use(async (c, next) => {
    const { incoming } = c.env;
    // A token that another gateway has just revoked is no longer valid.
    await directory.refresh();
    const given = /^Bearer (\S+)$/i.exec(incoming.headers.authorization ?? '')?.[1];
    const secret = given ?? sessionOf(incoming, 'account');
    if (secret === undefined) throw NOBODY;
    const identity = directory.identify(secret, given === undefined ? 'account' : 'service');
    if (identity === undefined) {
      const address = options.trustedProxies.clientOf(incoming);
      const isGuess = !directory.hasIssued(secret);
      throw options.attempts.failed(address, isGuess) ? STRANGER : TOO_MANY;
    }
    c.set('identity', identity);
    c.set('token', directory.tokenOf(secret));
    if (incoming.method !== 'GET') {
      c.set('body', await jsonBody(incoming, MOST_BYTES, true));
    }
    return next();
  });

  app.get('/me', async (c) => {
    const identity = c.get('identity');
    const { person } = identity;
    const request = await requests.of(person.id);
    return c.json({
      ...(await aboutMe(identity, state.ledger, options.currency)),
      isSession: c.get('token')?.isSession === true,
      request: request === undefined ? null : requestJson(request),
      origins: options.origins,
    });
  });
  app.get('/usage', async (c) => {
    const scope = personScope(c.get('identity').person.id);
    const days = state.ledger.calendar.latestDays(now(), SHOWN_DAYS);
    const counted = days.map(async (day) => {
      const { charged, booked, price } =
        (await state.ledger.counts(day, [scope])).get(scope) ?? NO_CALLS;
      return { day, charged, booked, price: fromMillionths(price) };
    });
    return c.json({ days: await Promise.all(counted) });
  });

  app.get('/tokens', (c) => {
    const { id } = c.get('token') ?? {};
    const own = tokensOf(directory, c.get('identity')).filter((token) => isLive(token, now()));
    const { items, next } = tokenPage(own.toReversed(), c.req.query());
    return c.json({
      tokens: items.map(({ hash: _hash, ...token }) => ({
        ...token,
        lastUsed: directory.lastUsed(token.id) ?? null,
        isThis: token.id === id,
      })),
      next,
    });
  });
  app.post('/tokens', async (c) => {
    const by = c.get('identity');
    // Otherwise a stolen token could create others that outlive it.
    if (c.get('token')?.isSession !== true) throw SIGN_IN;
    const { label, days } = demand(TOKEN, c.get('body'));
    const { token, secret } = await exclusively(options, `tokens of ${by.person.id}`, () => {
      const made = tokensOf(directory, by).filter(
        ({ createdAt, isSession }) => isSession !== true && createdAt > now() - DAY_MS,
      );
      if (made.length >= MOST_A_DAY) throw ENOUGH;
      return directory.addToken({
        person: by.person.id,
        use: 'service',
        label,
        expiresAt: now() + days * DAY_MS,
      });
    });
    await audit(by, 'token made', token.id, `for ${by.person.id}, service`);
    return c.json({ id: token.id, label, expiresAt: token.expiresAt, token: secret }, 201);
  });
  app.delete('/tokens/:id', async (c) => {
    const by = c.get('identity');
    const token = directory.token(c.req.param('id'));
    // Somebody else's token gets the same reply, so that it reveals nothing about others.
    if (token?.person !== by.person.id || token.use === 'administration') throw NO_TOKEN;
    const stored = await directory.revoke(token, () =>
      audit(by, 'token revoked', token.id, `of ${by.person.id}`),
    );
    return c.json({ id: token.id, status: 'revoked' }, stored === 'now' ? 200 : 202);
  });

  app.post('/request', async (c) => {
    const by = c.get('identity');
    const request = await requests.ask(by.person.id, demand(REQUEST, c.get('body')));
    if (request === 'open') throw ASKED_ALREADY;
    if (request === 'many') throw ASKED_OFTEN;
    await audit(by, 'asked for a larger budget', by.person.id);
    return c.json(requestJson(request), 201);
  });
  app.delete('/request', async (c) => {
    const by = c.get('identity');
    const request = await requests.close(by.person.id, 'withdrawn');
    if (request === undefined) throw NONE_OPEN;
    return c.json(requestJson(request));
  });

  addSignOut({ app, directory, audit }, 'account');

  app.onError(answerError);
  return app;
}

/**
 * A person's own tokens, which the page shows and may revoke. Tokens of the administration are left
 * out.
 */
function tokensOf(directory: Directory, { person }: Identity): readonly Token[] {
  return directory.tokensOf(person.id).filter(({ use }) => use !== 'administration');
}

function isLive({ revokedAt, expiresAt = Infinity }: Token, now: number): boolean {
  return revokedAt === undefined && expiresAt > now;
}

function requestJson({ person: _person, asked: _asked, ...request }: BudgetRequest): object {
  return request;
}

const TEXT = z.string().trim().refine(hasNoControls, 'holds control characters');
const CALLS = z.int().min(0).optional();
const TOKEN = z.strictObject({
  label: TEXT.max(200).default(''),
  days: z.int().min(1).max(366).default(90),
});
const REQUEST = z
  .strictObject({
    message: z.string().trim().min(1).max(2000),
    callsPerDay: CALLS,
    callsPerMonth: CALLS,
  })
  .transform(({ message, ...calls }) => ({ message: oneLine(message), ...calls }));

/** Lists and logs have one entry on each line. */
function oneLine(text: string): string {
  return [...text].map((character) => (hasNoControls(character) ? character : ' ')).join('');
}

const NOBODY = new AdminError(401, 'Sign in first.');
const STRANGER = new AdminError(401, 'This token is not valid here.');
const TOO_MANY = new AdminError(429, 'Too many invalid tokens. Wait a minute.');
const SIGN_IN = new AdminError(403, 'Sign in with your work account to make a token.');
const ENOUGH = new AdminError(429, 'You have made many tokens today. Make more tomorrow.');
const NO_TOKEN = new AdminError(404, 'There is no such token.');
const ASKED_ALREADY = new AdminError(
  409,
  'You already have an open request. Wait for the answer, or withdraw it first.',
);
const ASKED_OFTEN = new AdminError(429, 'You have asked five times today. Ask tomorrow.');
const NONE_OPEN = new AdminError(404, 'You have no open request.');
const MOST_A_DAY = 20;
const MOST_BYTES = 16 * 1024;
const SHOWN_DAYS = 30;

type App = Hono<{ Bindings: HttpBindings }>;

/**
 * Adds the pages of people's own account to the people's port. `/account` is their page, and
 * `/account/connect` is the window in which the pane gets a token. In Office's dialog that is
 * `/account/connect-office`, the only page that may load Microsoft's script.
 */
export function addAccountRoutes(app: App, options: AccountApiOptions): void {
  const ordinary = strictHeaders(PAGE_POLICY);
  const connecting = strictHeaders(PAGE_POLICY, 'unsafe-none');
  const inOffice = strictHeaders(OFFICE_POLICY, 'unsafe-none');
  app.use('/account', ordinary);
  app.use('/account/*', (c, next) => {
    // The window is redirected between these pages. A stricter policy on one of them would cut it
    // off from the pane.
    if (/^\/account\/(?:connect|sign-in|sign-in\/done)$/.test(c.req.path))
      return connecting(c, next);
    return (c.req.path === '/account/connect-office' ? inOffice : ordinary)(c, next);
  });
  const door: Door = {
    ...options.door,
    path: '/account',
    use: 'account',
    mayEnter: () => true,
    pages: ['connect', 'connect-office'],
    corsOf: (incoming) => {
      const judgement = options.policy.judge(incoming);
      return judgement.kind === 'allowed' ? judgement.headers : undefined;
    },
  };
  addSignInRoutes(app, door, options.sessions);
  const api = createAccountApi(options);
  api.notFound((c) => c.json({ status: 404, message: 'There is nothing here.' }, 404));
  app.route('/account/api', api);
  const files = createStaticFiles(options.pageFolder, 'account.html');
  const pages: Readonly<Record<string, string>> = {
    '/account/': '/account.html',
    '/account/connect': '/account.html',
    '/account/connect-office': '/account-office.html',
  };
  app.get('/account', (c) => c.redirect('/account/', 302));
  app.get('/account/*', async (c) => {
    const path = pages[c.req.path] ?? c.req.path.slice('/account'.length);
    const isAdministrators = path.startsWith('/admin');
    const url = new URL(c.req.url);
    url.pathname = path;
    const found = isAdministrators
      ? undefined
      : await files(new Request(url, { headers: c.req.raw.headers }));
    return found ?? c.notFound();
  });
}

const OFFICE_POLICY = {
  ...PAGE_POLICY,
  scriptSrc: ["'self'", 'https://appsforoffice.microsoft.com'],
};
