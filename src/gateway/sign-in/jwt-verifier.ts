import { errors, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import type { Clock } from '../../engine/lookup';
import { claimsOf } from './claims';
import type { Claims } from './claims';
import { JsonWebKeys, KeysUnavailable } from './json-web-keys';
import type { SignInConfiguration } from './sign-in-configuration';
import { hashToken } from '../tokens';

/** Whether it is three parts separated by dots, which none of our own tokens is. */
export function looksLikeJwt(secret: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(secret);
}

/**
 * Verifies JWTs of one issuer, signed with RS256 or ES256, that are for us and for nobody else. A
 * verified token is remembered by its hash until it expires: checking a signature costs more than
 * answering.
 */
export class JwtVerifier {
  private readonly verified = new Map<
    string,
    { readonly claims: Claims; readonly until: number }
  >();
  private readonly keys: JsonWebKeys;

  constructor(
    private readonly expected: Pick<
      SignInConfiguration,
      'issuer' | 'audiences' | 'tenant' | 'keys' | 'claims'
    >,
    private readonly clock: Pick<Clock, 'now' | 'elapsed'>,
    onKeysUnreadable?: () => void,
  ) {
    this.keys = new JsonWebKeys(expected, clock.elapsed, onKeysUnreadable);
  }

  /**
   * @param turn settles when a signature may be verified; false if the client has left.
   * @returns undefined if invalid, `untimely` if it was valid or will be, or nobody waits for it,
   *   `unavailable` if no key is known.
   */
  async verify(
    token: string,
    turn: () => Promise<boolean> | true = () => true,
  ): Promise<Claims | 'untimely' | 'unavailable' | undefined> {
    if (token.length > MOST_CHARACTERS) return undefined;
    const hash = hashToken(token);
    const known = this.verified.get(hash);
    if (known !== undefined) {
      if (known.until > this.clock.now()) return known.claims;
      this.verified.delete(hash);
      return 'untimely';
    }
    const isTurn = turn();
    if (isTurn !== true && !(await isTurn)) return 'untimely';
    const payload = await this.payloadOf(token, this.expected.audiences);
    if (typeof payload !== 'object') return payload;
    const claims = claimsOf(payload, this.expected.claims);
    const until = (Number(payload.exp) + LEEWAY_SECONDS) * 1000;
    if (claims !== undefined) this.remember(hash, claims, until);
    return claims;
  }

  /**
   * Verifies the token by which the provider says who has signed in with a browser.
   *
   * @param clientId it is for this client alone.
   * @param userInfo what else the provider says of the person.
   */
  async verifyIdToken(
    token: string,
    clientId: string,
    userInfo: Readonly<Record<string, unknown>>,
  ): Promise<Claims | 'untimely' | 'unavailable' | undefined> {
    const payload = await this.payloadOf(token, [clientId]);
    if (typeof payload !== 'object') return payload;
    return claimsOf({ ...userInfo, ...payload }, this.expected.claims);
  }

  private async payloadOf(
    token: string,
    audiences: readonly string[],
  ): Promise<JWTPayload | 'untimely' | 'unavailable' | undefined> {
    const { issuer, tenant } = this.expected;
    try {
      const { payload } = await jwtVerify(token, this.keys.find, {
        algorithms: ['RS256', 'ES256'],
        issuer,
        audience: [...audiences],
        requiredClaims: ['exp'],
        clockTolerance: LEEWAY_SECONDS,
        currentDate: new Date(this.clock.now()),
      });
      // Those others could use a token that is also for them.
      if (![payload.aud].flat().every((aud) => audiences.includes(String(aud)))) return undefined;
      return tenant === undefined || payload['tid'] === tenant ? payload : undefined;
    } catch (error) {
      if (error instanceof KeysUnavailable) return 'unavailable';
      // jose checks these times last: nobody can guess such a token.
      if (error instanceof errors.JWTExpired) return 'untimely';
      if (isNotYetValid(error)) return 'untimely';
      // jose throws a TypeError for keys that do not fit the algorithm.
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
      throw error;
    }
  }

  private remember(hash: string, claims: Claims, until: number): void {
    const [oldest] = this.verified.keys();
    if (this.verified.size >= MOST_REMEMBERED && oldest !== undefined) this.verified.delete(oldest);
    this.verified.set(hash, { claims, until });
  }
}

function isNotYetValid(error: unknown): boolean {
  return (
    error instanceof errors.JWTClaimValidationFailed &&
    error.claim === 'nbf' &&
    error.reason === 'check_failed'
  );
}

/** Clocks of the issuer and of this machine differ. */
const LEEWAY_SECONDS = 60;
const MOST_CHARACTERS = 16 * 1024;
const MOST_REMEMBERED = 20_000;
