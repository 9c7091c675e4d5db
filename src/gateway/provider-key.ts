import { type CredentialFault, readCredential } from '../engine/client/connection';
import { ConfigurationError } from './configuration-error';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { sep } from 'node:path';

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

const KEY_FAULTS: Readonly<Record<CredentialFault, string>> = {
  empty: 'holds no key',
  'has-break': 'holds more than a key: there is a space or a line break in it',
  'not-latin': 'holds a character that no key can have',
  'too-long': 'is too long for a key',
};

/**
 * The text of a file that holds a secret.
 *
 * @param credentials systemd's folder of credentials, whose files an access control list lets the
 *   service's user read.
 * @throws ConfigurationError if it is missing, or others can read it.
 */
export function readSecretFile(file: string, credentials: string | undefined): string {
  if (!existsSync(file)) throw new ConfigurationError(`The key's file ${file} is missing.`);
  const mode = statSync(file).mode & 0o777;
  const isCredential = credentials !== undefined && file.startsWith(credentials + sep);
  // With an access control list, the group's bits say the most that any entry allows; a pod's
  // `fsGroup` has nobody else in it.
  const others = isCredential || isMountedByKubernetes(file) ? 0o027 : 0o077;
  if (process.platform !== 'win32' && (mode & others) !== 0) {
    const found = mode.toString(8);
    throw new ConfigurationError(`Others can read ${file} (mode ${found}): chmod 600 ${file}.`);
  }
  return readFileSync(file, 'utf8');
}

/** It keeps the files of a secret in a folder such as `..2026_11_25_09_30_00.123`, and links to them. */
function isMountedByKubernetes(file: string): boolean {
  return realpathSync(file)
    .split(sep)
    .some((folder) => /^\.\.\d{4}_\d\d_\d\d_/.test(folder));
}
