import type { Hono } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { createStaticFiles } from '../../sample/static-files';
import type { OriginPolicy } from '../origin-policy';
import { addSignInRoutes } from '../sign-in/sessions';
import type { Door, SessionOptions } from '../sign-in/sessions';
import { PAGE_POLICY, strictHeaders } from '../strict-headers';
import { createAccountApi } from './account-api';
import type { AccountApiOptions } from './account-api';

export interface AccountAppOptions extends AccountApiOptions {
  /** How people sign in with a browser; undefined: with a token alone. */
  readonly sessions: SessionOptions | undefined;
  readonly door: Pick<Door, 'publicUrl' | 'isTls'>;
  readonly policy: OriginPolicy;
  /** The built page. */
  readonly pageFolder: string;
}

type App = Hono<{ Bindings: HttpBindings }>;

/**
 * What people do about their own account, on the people's port: `/account` is their page, and
 * `/account/connect` the one that the pane opens in a window, to be handed a token there. In Office's
 * dialog that is `/account/connect-office`, which alone may load Microsoft's script.
 */
export function addAccountRoutes(app: App, options: AccountAppOptions): void {
  const ordinary = strictHeaders(PAGE_POLICY);
  const connecting = strictHeaders(PAGE_POLICY, 'unsafe-none');
  const inOffice = strictHeaders(OFFICE_POLICY, 'unsafe-none');
  app.use('/account', ordinary);
  app.use('/account/*', (c, next) => {
    // Between the two, the window is redirected: any policy on the way would cut it off the pane.
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
