import { type CredentialRefusal, readCredential } from '../engine/client/connection';
import { ConfigurationError } from './configuration-error';
import { readSecretFile } from './secret-file';

export type ProviderKeySource =
  | { readonly kind: 'text'; readonly text: string }
  /** `credentials`: the folder of systemd's credentials, if there is one. */
  | { readonly kind: 'file'; readonly file: string; readonly credentials?: string | undefined }
  | { readonly kind: 'none' };

/** @param named a file that the configuration names. */
export function providerKeySource(
  text: (name: string) => string | undefined,
  named: string | undefined,
): ProviderKeySource {
  const key = text('LOCUS_PROVIDER_KEY');
  if (key !== undefined) return { kind: 'text', text: key };
  const file = text('LOCUS_PROVIDER_KEY_FILE') ?? named;
  if (file === undefined) return { kind: 'none' };
  return { kind: 'file', file, credentials: text('CREDENTIALS_DIRECTORY') };
}

/** @throws ConfigurationError if others can read the file, or what it holds can be no key. */
export function readProviderKey(source: ProviderKeySource): string | undefined {
  if (source.kind === 'none') return undefined;
  if (source.kind === 'text') return keyOf(source.text, 'LOCUS_PROVIDER_KEY');
  const { file, credentials } = source;
  return keyOf(readSecretFile(file, credentials), file);
}

/** A full disk empties a file that is written anew: better the key before than none. */
function keyOf(text: string, from: string): string {
  const reading = readCredential(text);
  if (reading.kind === 'credential') return reading.credential;
  throw new ConfigurationError(`${from} ${KEY_FAULTS[reading.reason]}.`);
}

const KEY_FAULTS: Readonly<Record<CredentialRefusal, string>> = {
  empty: 'holds no key',
  'has-break': 'holds more than a key: there is a space or a line break in it',
  'not-latin': 'holds a character that no key can have',
  'too-long': 'is too long for a key',
};
