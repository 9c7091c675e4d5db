import { readFile } from 'node:fs/promises';
import { createLocalJWKSet, errors } from 'jose';
import type { CryptoKey, FlattenedJWSInput, JSONWebKeySet, JWSHeaderParameters } from 'jose';
import { ownField } from '../../engine/contract/checked';
import { parseRequestJson } from '../../engine/contract/json-text';
import { isSafeAddress } from './sign-in-configuration';
import type { SignInConfiguration } from './sign-in-configuration';

/** No keys have ever been read, so no token can be checked. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/**
 * The public keys of an issuer, from an address or a file, or from where the issuer's metadata says
 * they are. They are read again when they are old or a token names an unknown key, but at most every
 * 5 s, so that nobody makes us ask by sending tokens. While they cannot be read, the last ones still
 * count.
 */
export class JsonWebKeys {
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
  const isOurs = ownField(metadata, 'issuer') === issuer;
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
