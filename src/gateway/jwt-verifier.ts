import { errors, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import type { Clock } from '../engine/lookup';
import type { JwtConfiguration } from './configuration';
import { JsonWebKeys, KeysUnavailable } from './json-web-keys';
import { toShownName } from './shown-name';
import { hashToken } from './tokens';

/** What a verified JWT says of a person. */
export interface JwtClaims {
  readonly oid: string;
  readonly name: string;
}

/** Whether it is three parts separated by dots, which none of our own tokens is. */
export function looksLikeJwt(secret: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(secret);
}

/**
 * Verifies JWTs of one issuer, for one audience and one tenant, signed with RS256 or ES256. A
 * verified token is remembered by its hash until it expires: checking a signature costs more than
 * answering.
 */
export class JwtVerifier {
  private readonly verified = new Map<
    string,
    { readonly claims: JwtClaims; readonly until: number }
  >();
  private readonly keys: JsonWebKeys;

  constructor(
    private readonly expected: JwtConfiguration,
    private readonly clock: Pick<Clock, 'now' | 'elapsed'>,
    onKeysUnreadable?: () => void,
  ) {
    this.keys = new JsonWebKeys(expected.keys, clock.elapsed, onKeysUnreadable);
  }

  /**
   * @param turn settles when a signature may be verified; false if the client has left.
   * @returns undefined if invalid, `untimely` if it was valid or will be, or nobody waits for it,
   *   `unavailable` if no key is known.
   */
  async verify(
    token: string,
    turn: () => Promise<boolean> | true = () => true,
  ): Promise<JwtClaims | 'untimely' | 'unavailable' | undefined> {
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
    try {
      const { issuer, audience } = this.expected;
      const { payload } = await jwtVerify(token, this.keys.find, {
        algorithms: ['RS256', 'ES256'],
        issuer,
        audience,
        requiredClaims: ['exp', 'oid', 'tid'],
        clockTolerance: LEEWAY_SECONDS,
        currentDate: new Date(this.clock.now()),
      });
      const claims = this.claimsOf(payload);
      const until = (Number(payload.exp) + LEEWAY_SECONDS) * 1000;
      if (claims !== undefined) this.remember(hash, claims, until);
      return claims;
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

  private claimsOf({ aud, tid, oid, name }: JWTPayload): JwtClaims | undefined {
    const { audience, tenant } = this.expected;
    // A token that is also for others could be used by them.
    if (aud !== audience || tid !== tenant) return undefined;
    if (typeof oid !== 'string' || !/^[\w.-]{1,100}$/.test(oid)) return undefined;
    return { oid, name: toShownName(name, oid) };
  }

  private remember(hash: string, claims: JwtClaims, until: number): void {
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
