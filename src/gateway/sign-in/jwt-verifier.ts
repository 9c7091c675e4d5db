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

/** Whether it is three parts separated by dots, which none of our own tokens is. */
export function looksLikeJwt(secret: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(secret);
}

/**
 * Verifies JWTs of one issuer, signed with RS256 or ES256, for us and nobody else. A verified one
 * is remembered by its hash until it expires: a signature costs more than an answer.
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
   * @returns undefined if invalid, `untimely` if the issuer signed it, but it does not count here or
   *   now, or nobody waits for it; `unavailable` if no key is known.
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
   * Verifies the token by which the provider says who has signed in with a browser.
   *
   * @param clientId it is for this client alone.
   * @param userInfo what else the provider says of the person; undefined if it could not be asked.
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
      // Of a token for several, it counts who asked for it: Keycloak adds "account" to each.
      const azp = payload['azp'];
      const isForOthers = Array.isArray(payload.aud) && payload.aud.length > 1;
      if (isForOthers && azp !== undefined && !audiences.includes(String(azp))) return 'untimely';
      return tenant === undefined || payload['tid'] === tenant ? payload : undefined;
    } catch (error) {
      if (error instanceof KeysUnavailable) return 'unavailable';
      // jose checks the signature first: nobody can guess such a token.
      if (error instanceof errors.JWTExpired) return 'untimely';
      if (error instanceof errors.JWTClaimValidationFailed) return 'untimely';
      // jose throws a TypeError for keys that do not fit the algorithm.
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
      throw error;
    }
  }

  /** Some issuers give their keys no IDs: then one of several may have signed it. */
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

/** Clocks of the issuer and of this machine differ. */
const LEEWAY_SECONDS = 60;
const MOST_CHARACTERS = 16 * 1024;
const MOST_REMEMBERED = 20_000;
/** Keys, each of which costs 0.1 ms. */
const MOST_TRIED = 8;

/** No keys have ever been read, so no token can be checked. */
class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/**
 * The public keys of an issuer, read again when they are old or a token names an unknown one, but
 * at most every 5 s, so that no token makes us ask. While they cannot be read, the last ones count.
 */
class JsonWebKeys {
  private local: ReturnType<typeof createLocalJWKSet> | undefined;
  private readAt = Number.NEGATIVE_INFINITY;
  private triedAt = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | undefined;
  private isUnreadable = false;

  constructor(
    private readonly from: Pick<SignInConfiguration, 'issuer' | 'keys'>,
    /** Milliseconds since any moment: were the time of day set back, keys would stay old as long. */
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
      // Missing, too large, or not keys: a token may cause the next attempt after 5 s.
      if (!this.isUnreadable) this.onUnreadable();
      this.isUnreadable = true;
    }
  }
}

/** As OpenID Connect Discovery 1.0 has it; metadata of another issuer is not ours. */
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
