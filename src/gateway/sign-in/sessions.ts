import { setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import type { Context, Hono } from 'hono';
import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { AttemptLimiter } from '../attempt-limiter';
import type { TrustedProxies } from '../connections';
import { exclusively, type Directory, type Person } from '../directory';
import type { GatewayLog } from '../gateway-log';
import { createExclusion, type SharedState } from '../state/shared-state';
import type { TokenUse } from '../token-format';
import { SignInFailed, type BrowserSignIn, type PendingSignIn } from './browser-sign-in';
import type { Claims } from './claims';
import type { SignedInPeople } from './signed-in-people';

/** A page with its own sign-in by browser. */
export interface Door {
  /** The page's path, such as `/admin`. The paths of its sign-in begin with it. */
  readonly path: string;
  /** What its sessions may be used for. */
  readonly use: TokenUse;
  mayEnter(person: Person): boolean;
  /** The address at which people reach this port. Undefined: only browsers on this machine do. */
  readonly publicUrl: string | undefined;
  readonly isTls: boolean;
  /** Pages below the door to which a sign-in may return, as `?then=connect` asks. */
  readonly pages?: readonly string[];
  /** The headers that let pages of other origins read whether there is a sign-in. */
  corsOf?(incoming: IncomingMessage): Readonly<Record<string, string>> | undefined;
}

export interface SessionOptions {
  readonly signIn: BrowserSignIn;
  /** The provider's host, which the page names. */
  readonly provider: string;
  readonly people: SignedInPeople;
  readonly directory: Directory;
  readonly state: Pick<SharedState, 'audit' | 'exclusively'>;
  readonly attempts: AttemptLimiter;
  readonly trustedProxies: TrustedProxies;
  readonly log: GatewayLog;
  readonly now: () => number;
}

type Page = Context<{ Bindings: HttpBindings }>;

/**
 * Adds the sign-in by browser. `/admin/sign-in` sends the browser to the company's provider, which
 * sends it back to `/admin/sign-in/done`. A session is a token like any other: it is listed, can be
 * revoked everywhere, and expires after ten hours. The browser keeps it in a cookie that no script
 * can read. The page gets the reason of a failure behind `#sign-in=`, which no server and no log
 * sees.
 */
export function addSignInRoutes(
  app: Hono<{ Bindings: HttpBindings }>,
  door: Door,
  options: SessionOptions | undefined,
): void {
  const { path } = door;
  app.get(`${path}/sign-in/offered`, (c) => {
    const session = sessionOf(c.env.incoming, door.use);
    const known = session && options?.directory.identify(session, door.use);
    const offer = { provider: options?.provider ?? null, isSignedIn: known !== undefined };
    return c.json({ gateway: 'locus', ...offer }, 200, { ...door.corsOf?.(c.env.incoming) });
  });
  if (options === undefined) return;
  const { signIn, directory, attempts, log } = options;
  const callbackOf = (c: Page): string =>
    `${ownAddress(c.env.incoming, door) ?? ''}${path}/sign-in/done`;

  // Each sign-in has a cookie of its own, so that sign-ins in two tabs can both complete.
  const pendingCookie = `${PENDING}-${door.use}-`;
  const inLine = createExclusion();
  let turn = 0;
  const pageOf = (asked: unknown): string => door.pages?.find((page) => page === asked) ?? '';

  app.get(`${path}/sign-in`, async (c) => {
    const then = pageOf(c.req.query('then'));
    if (ownAddress(c.env.incoming, door) === undefined) return back(c, then, 'no-address');
    try {
      const { address, pending } = await signIn.begin(
        callbackOf(c),
        c.req.query('again') !== undefined,
      );
      const others = Object.keys(parse(c.req.header('cookie') ?? ''));
      const begun = others.filter((name) => name.startsWith(pendingCookie));
      // The oldest come first. A page that begins one sign-in after the other must not fill the
      // headers.
      for (const name of begun.slice(0, Math.max(0, begun.length + 1 - MOST_PENDING)))
        setPending(c, name, '', 0);
      const kept = Buffer.from(JSON.stringify({ ...pending, then })).toString('base64url');
      setPending(c, pendingCookie + pending.state.slice(0, STATE_IN_NAME), kept, PENDING_S);
      return c.redirect(address.href, 302);
    } catch (error) {
      return back(c, then, faultOf(error));
    }
  });

  app.get(`${path}/sign-in/done`, async (c) => {
    const { incoming } = c.env;
    const from = options.trustedProxies.clientOf(incoming);
    const [state = ''] = /^[\w-]+$/.exec(c.req.query('state') ?? '') ?? [];
    const ownCookie = pendingCookie + state.slice(0, STATE_IN_NAME);
    const pending = decode(cookieOf(incoming, ownCookie));
    const then = pageOf(pending?.then);
    if (pending !== undefined) setPending(c, ownCookie, '', 0);
    if (ownAddress(incoming, door) === undefined) return back(c, then, 'no-address');
    if (pending === undefined) return back(c, then, 'expired');
    const came = new URL(callbackOf(c));
    came.search = new URL(c.req.url).search;
    const attempt = async (): Promise<Claims | string> => {
      if (attempts.isBlocked(from)) return 'too-many';
      try {
        return await signIn.finish(came, pending);
      } catch (error) {
        // Each made-up code costs the provider a request, so such attempts are counted.
        attempts.failed(from, true);
        return faultOf(error);
      }
    };
    // Only a few attempts of one address run at once: the next waits until it is known whether
    // those failed.
    const claims = await inLine(`${from} ${(turn += 1) % MOST_AT_ONCE}`, attempt);
    if (typeof claims === 'string') return back(c, then, claims);
    const person = directory.identityOf(await options.people.personOf(claims))?.person;
    if (person === undefined) return back(c, then, 'unknown-person', claims.id);
    if (!door.mayEnter(person)) return back(c, then, 'not-allowed');
    const made = await exclusively(options, `sessions of ${person.id}`, () =>
      directory.addSession({
        person: person.id,
        use: door.use,
        label: 'Signed in with a browser',
        expiresAt: options.now() + SESSION_MS,
      }),
    );
    if (made === undefined) return back(c, then, 'too-often');
    const { token, secret } = made;
    const before = directory.tokenOf(cookieOf(incoming, sessionCookie(door.use)) ?? '');
    if (before?.isSession === true) await directory.revoke(before);
    const entry = { at: options.now(), by: person.id, act: 'signed in', about: token.id };
    await options.state.audit.append({ ...entry, detail: door.use });
    setCookie(c, sessionCookie(door.use), secret, {
      ...COOKIE,
      sameSite: 'Strict',
      maxAge: SESSION_MS / 1000,
    });
    return c.redirect(`${path}/${then}`, 303);
  });

  function back(c: Page, then: string, fault: string, id?: string): Response {
    const idPart = id === undefined ? '' : `&id=${encodeURIComponent(id)}`;
    return c.redirect(`${path}/${then}#sign-in=${fault}${idPart}`, 303);
  }

  function faultOf(error: unknown): string {
    if (!(error instanceof SignInFailed)) throw error;
    const { fault, facts } = error;
    log.warning('sign-in failed', { fault, ...facts });
    return fault;
  }
}

/**
 * Returns the session in the cookie. It counts only with a header that no page of another site can
 * send.
 */
export function sessionOf(incoming: IncomingMessage, use: TokenUse): string | undefined {
  const isOurs = incoming.headers['x-locus-csrf'] !== undefined;
  return isOurs ? cookieOf(incoming, sessionCookie(use)) : undefined;
}

/** Makes the browser forget the session. */
export function forgetSession(c: Context, use: TokenUse): void {
  setCookie(c, sessionCookie(use), '', { ...COOKIE, sameSite: 'Strict', maxAge: 0 });
}

function setPending(c: Context, name: string, value: string, maxAge: number): void {
  setCookie(c, name, value, { ...COOKIE, sameSite: 'Lax', maxAge });
}

/** Browsers share cookies between ports, so each door has a name of its own. */
function sessionCookie(use: TokenUse): string {
  return `__Host-locus-${use}`;
}

function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  return parse(headers.cookie ?? '', name)[name] || undefined;
}

/**
 * The address to which the provider sends the browser back. Without one in the configuration, only
 * a browser on this machine is sent back: a client may write any other host into its request.
 */
function ownAddress({ headers }: IncomingMessage, door: Door): string | undefined {
  if (door.publicUrl !== undefined) return door.publicUrl;
  const host = headers.host ?? '';
  const isLocal = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(host);
  return isLocal ? `${door.isTls ? 'https' : 'http'}://${host}` : undefined;
}

/** A pending sign-in, with the page that the person was on. */
interface KeptSignIn extends PendingSignIn {
  readonly then: string;
}

function decode(text: string | undefined): KeptSignIn | undefined {
  try {
    const json = JSON.parse(Buffer.from(text ?? '', 'base64url').toString()) as KeptSignIn;
    const { state, nonce, codeVerifier, then } = json;
    const isWhole = [state, nonce, codeVerifier].every((each) => /^[\w-]{20,200}$/.test(each));
    return isWhole ? { state, nonce, codeVerifier, then } : undefined;
  } catch {
    return undefined;
  }
}

const COOKIE = { httpOnly: true, secure: true, path: '/' } as const;
const PENDING = '__Host-locus-pending';
const PENDING_S = 600;
/** How many codes of one address are checked with the provider at once. */
const MOST_AT_ONCE = 5;
/** How many sign-ins one browser may have pending at each door. */
const MOST_PENDING = 4;
/** How many characters of its state name the cookie of a sign-in. */
const STATE_IN_NAME = 12;
const SESSION_MS = 10 * 3_600_000;
