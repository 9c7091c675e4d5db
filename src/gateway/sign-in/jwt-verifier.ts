import {
  errors,
  jwtVerify,
  createLocalJWKSet,
  type JWTPayload,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  type CryptoKey,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
} from 'jose';
import type { Clock } from '../../engine/lookup';
import { claimsOf, type Claims } from './claims';
import { isSafeAddress, issuerSpellings, type SignInConfiguration } from './sign-in-configuration';
import { hashToken } from '../token-format';
import { readFile } from 'node:fs/promises';
import { ownField, parseRequestJson } from '../../engine/contract/json-checks';

/** Whether a secret is three parts separated by dots. None of our own tokens is. */
export function looksLikeJwt(secret: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(secret);
}

/**
 * Verifies JWTs of one issuer, signed with RS256 or ES256, for our audiences only. A verified token
 * is remembered by its hash until it expires, because checking a signature costs more than an
 * answer.
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
   * Verifies a token for our audiences.
   *
   * @param turn settles when a signature may be verified; false if the client has left.
   * @returns undefined if the token is invalid; `untimely` if the issuer signed it but it is not
   * valid here or now, or if its client has left; `unavailable` if no key is known.
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
    const claims = claimsOf(payload, this.expected.claims, {});
    const until = (Number(payload.exp) + LEEWAY_SECONDS) * 1000;
    if (claims !== undefined) this.remember(hash, claims, until);
    return claims;
  }

  /**
   * Verifies the ID token, by which the provider says who has signed in with a browser.
   *
   * @param clientId the only client for which the token may be.
   * @param userInfo what else the provider says about the person; undefined if it could not be
   * asked.
   */
  async verifyIdToken(
    token: string,
    clientId: string,
    userInfo: Readonly<Record<string, unknown>> | undefined,
  ): Promise<Claims | 'untimely' | 'unavailable' | undefined> {
    const payload = await this.payloadOf(token, [clientId]);
    if (typeof payload !== 'object') return payload;
    return claimsOf(payload, this.expected.claims, userInfo);
  }

  private async payloadOf(
    token: string,
    audiences: readonly string[],
  ): Promise<JWTPayload | 'untimely' | 'unavailable' | undefined> {
    const { issuer, tenant } = this.expected;
    try {
      const { payload } = await this.verifiedBy(token, {
        algorithms: ['RS256', 'ES256'],
        issuer: [...issuerSpellings(issuer)],
        audience: [...audiences],
        requiredClaims: ['exp'],
        clockTolerance: LEEWAY_SECONDS,
        currentDate: new Date(this.clock.now()),
      });
      // A token may be for several audiences. What counts is who asked for it, because Keycloak
      // adds "account" to each token.
      const azp = payload['azp'];
      const isForOthers = Array.isArray(payload.aud) && payload.aud.length > 1;
      if (isForOthers && azp !== undefined && !audiences.includes(String(azp))) return 'untimely';
      return tenant === undefined || payload['tid'] === tenant ? payload : undefined;
    } catch (error) {
      if (error instanceof KeysUnavailable) return 'unavailable';
      // jose checks the signature first, so nobody can guess such a token.
      if (error instanceof errors.JWTExpired) return 'untimely';
      if (error instanceof errors.JWTClaimValidationFailed) return 'untimely';
      // jose throws a TypeError for keys that do not fit the algorithm.
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
      throw error;
    }
  }

  /** Some issuers give their keys no IDs. Any of several keys may then have signed the token. */
  private async verifiedBy(token: string, options: JWTVerifyOptions): Promise<JWTVerifyResult> {
    try {
      return await jwtVerify(token, this.keys.find, options);
    } catch (error) {
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
      let tried = 0;
      for await (const key of error) {
        if ((tried += 1) > MOST_TRIED) break;
        try {
          return await jwtVerify(token, key, options);
        } catch (each) {
          if (!(each instanceof errors.JWSSignatureVerificationFailed)) throw each;
        }
      }
      throw new errors.JWSSignatureVerificationFailed();
    }
  }

  private remember(hash: string, claims: Claims, until: number): void {
    const [oldest] = this.verified.keys();
    if (this.verified.size >= MOST_REMEMBERED && oldest !== undefined) this.verified.delete(oldest);
    this.verified.set(hash, { claims, until });
  }
}

/** The clocks of the issuer and of this machine may differ by this much. */
const LEEWAY_SECONDS = 60;
const MOST_CHARACTERS = 16 * 1024;
const MOST_REMEMBERED = 20_000;
/** How many keys are tried. Each costs 0.1 ms. */
const MOST_TRIED = 8;

/** No keys have been read so far, so no token can be checked. */
class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/**
 * The public keys of an issuer. They are read again when they are old or a token names an unknown
 * one, but at most every 5 s, so that tokens cannot flood the issuer. While keys cannot be read,
 * the last ones stay valid.
 */
class JsonWebKeys {
  private local: ReturnType<typeof createLocalJWKSet> | undefined;
  private readAt = Number.NEGATIVE_INFINITY;
  private triedAt = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | undefined;
  private isUnreadable = false;

  constructor(
    private readonly from: Pick<SignInConfiguration, 'issuer' | 'keys'>,
    /**
     * Milliseconds since any fixed moment. If the time of day were set back, old keys would stay
     * valid too long.
     */
    private readonly elapsed: () => number,
    /** Called at the first of several failed attempts. */
    private readonly onUnreadable: () => void = () => {},
  ) {}

  /** For jose, which passes the header of a token that is not verified yet. */
  readonly find = async (
    header: JWSHeaderParameters,
    token: FlattenedJWSInput,
  ): Promise<CryptoKey> => {
    if (this.elapsed() - this.readAt >= OLD_MS) await this.refresh();
    if (this.local === undefined) throw new KeysUnavailable();
    try {
      return await this.local(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await this.refresh();
      return this.local(header, token);
    }
  };

  private async refresh(): Promise<void> {
    if (this.reading === undefined && this.elapsed() - this.triedAt >= AGAIN_MS) {
      this.triedAt = this.elapsed();
      this.reading = this.read().finally(() => (this.reading = undefined));
    }
    await this.reading;
  }

  private async read(): Promise<void> {
    try {
      const source = this.from.keys ?? (await addressOfKeys(this.from.issuer));
      const text = source.includes('://') ? await download(source) : await readFile(source, 'utf8');
      this.local = createLocalJWKSet(parseRequestJson(text) as JSONWebKeySet);
      this.readAt = this.elapsed();
      this.isUnreadable = false;
    } catch {
      // The keys are missing, too large or invalid. A token may cause the next attempt after 5 s.
      if (!this.isUnreadable) this.onUnreadable();
      this.isUnreadable = true;
    }
  }
}

/**
 * Finds the address of the keys as OpenID Connect Discovery 1.0 defines it. Metadata of another
 * issuer is rejected.
 */
async function addressOfKeys(issuer: string): Promise<string> {
  const path = '/.well-known/openid-configuration';
  const metadata = parseRequestJson(await download(issuer.replace(/\/$/, '') + path));
  const address = ownField(metadata, 'jwks_uri');
  const isOurs = issuerSpellings(issuer).includes(String(ownField(metadata, 'issuer')));
  if (!isOurs || typeof address !== 'string' || !isSafeAddress(address)) {
    throw new KeysUnavailable();
  }
  return address;
}

async function download(url: string): Promise<string> {
  const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!reply.ok || reply.body === null) throw new KeysUnavailable();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of reply.body) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new KeysUnavailable();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const OLD_MS = 600_000;
const AGAIN_MS = 5000;
const PATIENCE_MS = 5000;
const MOST_BYTES = 256 * 1024;
