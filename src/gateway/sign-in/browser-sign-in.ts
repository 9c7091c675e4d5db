import * as oidc from 'openid-client';
import type { Claims } from './claims';
import type { JwtVerifier } from './jwt-verifier';
import { isRecord, ownField } from '../../engine/contract/json-checks';
import {
  issuerSpellings,
  type SignInClient,
  type SignInConfiguration,
} from './sign-in-configuration';

/** Why a sign-in failed, for the page that began it. */
export type SignInFault =
  /** The provider cannot be reached, or its answer is not one of a provider. */
  | 'provider-down'
  /** The provider, or the person, declined. */
  | 'refused'
  /** It took too long, began in another browser, or the clocks differ too much. */
  | 'expired';

/** A sign-in that failed. */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed';

  constructor(
    readonly fault: SignInFault,
    /** Facts for the administrator's log, by name. */
    readonly facts: Readonly<Record<string, string>> = {},
  ) {
    super(fault);
  }
}

/** What the browser keeps in a cookie that no page can read, until the provider sends it back. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/**
 * Signs people in at the company's provider, by OpenID Connect's authorization code with PKCE,
 * state and nonce. Any gateway may finish a sign-in that another began, because the browser keeps
 * what is pending.
 */
export class BrowserSignIn {
  private known: { readonly config: oidc.Configuration; readonly at: number } | undefined;
  private discovering: Promise<oidc.Configuration> | undefined;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly signIn: SignInConfiguration,
    private readonly client: SignInClient,
    private readonly verifier: Pick<JwtVerifier, 'verifyIdToken'>,
    private readonly elapsed: () => number,
  ) {}

  /**
   * Begins a sign-in.
   *
   * @param callback the address to which the provider sends the browser back.
   * @param isAgain whether the provider asks who it is even if it knows.
   * @throws SignInFailed
   */
  async begin(
    callback: string,
    isAgain = false,
  ): Promise<{ readonly address: URL; readonly pending: PendingSignIn }> {
    const config = await this.configuration();
    const pending = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
    };
    const address = oidc.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: this.client.scopes,
      code_challenge: await oidc.calculatePKCECodeChallenge(pending.codeVerifier),
      code_challenge_method: 'S256',
      state: pending.state,
      nonce: pending.nonce,
      ...(isAgain && { prompt: 'login' }),
    });
    return { address, pending };
  }

  /**
   * Finishes a sign-in.
   *
   * @param came the address to which the provider has sent the browser back.
   * @throws SignInFailed
   */
  async finish(came: URL, pending: PendingSignIn): Promise<Claims> {
    const config = await this.configuration();
    const tokens = await this.exchange(config, came, pending);
    const payload = tokens.claims();
    if (payload === undefined || tokens.id_token === undefined) throw new SignInFailed('refused');
    const userInfo = await userInfoOf(config, tokens.access_token, payload.sub);
    const claims = await this.verifier.verifyIdToken(tokens.id_token, this.client.id, userInfo);
    if (claims === 'unavailable') throw new SignInFailed('provider-down');
    if (claims === 'untimely') throw new SignInFailed('expired');
    if (claims === undefined) throw new SignInFailed('refused');
    return claims;
  }

  /**
   * Proves who we are by HTTP Basic, OpenID Connect's default. Some providers want the secret in
   * the body.
   */
  private async exchange(config: oidc.Configuration, came: URL, pending: PendingSignIn) {
    const grant = (by: oidc.Configuration) =>
      oidc.authorizationCodeGrant(by, came, {
        pkceCodeVerifier: pending.codeVerifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      });
    try {
      return await grant(config);
    } catch (error) {
      if (this.client.secret === undefined || !isUnproven(error)) return failed(error);
      const { id, secret } = this.client;
      const inBody = oidc.ClientSecretPost(secret);
      const again = new oidc.Configuration(config.serverMetadata(), id, metadata(), inBody);
      if (isPlain(this.signIn.issuer)) oidc.allowInsecureRequests(again);
      return grant(again).catch(failed);
    }
  }

  private async configuration(): Promise<oidc.Configuration> {
    const isFresh = this.known !== undefined && this.elapsed() - this.known.at < OLD_MS;
    if (this.known !== undefined && isFresh) return this.known.config;
    // Anybody may begin a sign-in, so all of them share one request to the provider.
    if (this.discovering === undefined) {
      if (this.elapsed() - this.failedAt < AGAIN_MS) throw new SignInFailed('provider-down');
      this.discovering = this.discovered().finally(() => (this.discovering = undefined));
      this.discovering.catch(() => (this.failedAt = this.elapsed()));
    }
    const config = await this.discovering;
    this.known = { config, at: this.elapsed() };
    return config;
  }

  /** Some providers end their issuer with a slash, and some people write it with one. */
  private async discovered(): Promise<oidc.Configuration> {
    const { id, secret } = this.client;
    const proof = secret === undefined ? oidc.None() : oidc.ClientSecretBasic(secret);
    let problem: unknown;
    for (const issuer of issuerSpellings(this.signIn.issuer)) {
      try {
        return await oidc.discovery(new URL(issuer), id, metadata(), proof, {
          timeout: PATIENCE_S,
          execute: isPlain(issuer) ? [oidc.allowInsecureRequests] : [],
        });
      } catch (error) {
        problem = error;
        if (codeOf(error) !== 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') break;
      }
    }
    const said: unknown = ownField(ownField((problem as Error).cause, 'body'), 'issuer');
    if (typeof said === 'string') {
      throw new SignInFailed('provider-down', { providerCallsItself: said.slice(0, 200) });
    }
    return failed(problem);
  }
}

/**
 * Asks for the user info, which often is the only place with names and groups.
 *
 * @returns undefined if the provider does not let us ask: ADFS wants a resource for it, others sign
 * the reply. The ID token still says who somebody is.
 */
async function userInfoOf(
  config: oidc.Configuration,
  accessToken: string,
  subject: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (config.serverMetadata().userinfo_endpoint === undefined) return {};
  try {
    return await oidc.fetchUserInfo(config, accessToken, subject);
  } catch (error) {
    // The user info is about somebody else.
    if (codeOf(error) === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
      throw new SignInFailed('refused');
    if (isDown(error)) throw new SignInFailed('provider-down');
    return undefined;
  }
}

/** Whether there was no reply, or one that says that the provider has failed. */
function isDown(error: unknown): boolean {
  const { cause } = error as { readonly cause?: { readonly status?: unknown } };
  if (typeof cause?.status === 'number') return cause.status >= 500;
  return error instanceof TypeError || codeOf(error) === 'OAUTH_TIMEOUT';
}

/**
 * Whether the provider may accept another proof of who we are. Each provider says so in its own
 * way.
 */
function isUnproven(error: unknown): boolean {
  if (error instanceof oidc.WWWAuthenticateChallengeError) return error.status === 401;
  if (!(error instanceof oidc.ResponseBodyError)) return false;
  return ['invalid_client', 'unauthorized_client', 'access_denied'].includes(error.error);
}

function metadata(): Partial<oidc.ClientMetadata> {
  return { [oidc.clockTolerance]: LEEWAY_S };
}

/** Only a provider on this machine may use plain HTTP. The configuration has checked that. */
function isPlain(issuer: string): boolean {
  return issuer.startsWith('http:');
}

/**
 * Throws the reason of a failure, without the error's text, which may contain a code or a token.
 */
function failed(error: unknown): never {
  if (error instanceof oidc.AuthorizationResponseError) throw new SignInFailed('refused');
  // An expired code, or one that was exchanged before.
  const isRefused = error instanceof oidc.ResponseBodyError && error.status < 500;
  if (isRefused) throw new SignInFailed('expired');
  const code = codeOf(error);
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') throw new SignInFailed('expired');
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' || code === 'OAUTH_INVALID_RESPONSE') {
    throw new SignInFailed('expired');
  }
  // The innermost code, such as SELF_SIGNED_CERT_IN_CHAIN behind a proxy that inspects TLS.
  let why: unknown = code;
  for (let cause = error; isRecord(cause); cause = cause['cause']) why = cause['code'] ?? why;
  throw new SignInFailed('provider-down', typeof why === 'string' ? { why } : {});
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? (error as { code?: unknown }).code : undefined;
}

const OLD_MS = 600_000;
const AGAIN_MS = 5000;
const PATIENCE_S = 5;
/** The clocks of the provider and of this machine may differ by this much. */
const LEEWAY_S = 60;
