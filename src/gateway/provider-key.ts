import { existsSync, readFileSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import { readCredential } from '../engine/client/credential';
import type { CredentialRefusal } from '../engine/client/credential';
import { ConfigurationError } from './configuration-error';

export type ProviderKeySource =
  | { readonly kind: 'text'; readonly text: string }
  /** `isCredential`: systemd's, which an access control list lets the service's user read. */
  | { readonly kind: 'file'; readonly file: string; readonly isCredential?: boolean }
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
  const credentials = text('CREDENTIALS_DIRECTORY');
  const isCredential = credentials !== undefined && file.startsWith(credentials + sep);
  return { kind: 'file', file, isCredential };
}

/** @throws ConfigurationError if others can read the file, or what it holds can be no key. */
export function readProviderKey(source: ProviderKeySource): string | undefined {
  if (source.kind === 'none') return undefined;
  if (source.kind === 'text') return keyOf(source.text, 'LOCUS_PROVIDER_KEY');
  const { file, isCredential = false } = source;
  if (!existsSync(file)) throw new ConfigurationError(`The key's file ${file} is missing.`);
  const mode = statSync(file).mode & 0o777;
  // With an access control list, the group's bits say the most that any entry allows.
  const others = isCredential ? 0o027 : 0o077;
  if (process.platform !== 'win32' && (mode & others) !== 0) {
    const found = mode.toString(8);
    throw new ConfigurationError(`Others can read ${file} (mode ${found}): chmod 600 ${file}.`);
  }
  return keyOf(readFileSync(file, 'utf8'), file);
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
