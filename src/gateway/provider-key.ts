import { existsSync, readFileSync, statSync } from 'node:fs';
import { sep } from 'node:path';
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

/** @throws ConfigurationError if others can read the file. */
export function readProviderKey(source: ProviderKeySource): string | undefined {
  if (source.kind === 'none') return undefined;
  if (source.kind === 'text') return source.text;
  const { file, isCredential = false } = source;
  if (!existsSync(file)) throw new ConfigurationError(`The key's file ${file} is missing.`);
  const mode = statSync(file).mode & 0o777;
  // With an access control list, the group's bits say the most that any entry allows.
  const others = isCredential ? 0o027 : 0o077;
  if (process.platform !== 'win32' && (mode & others) !== 0) {
    const found = mode.toString(8);
    throw new ConfigurationError(`Others can read ${file} (mode ${found}): chmod 600 ${file}.`);
  }
  return readFileSync(file, 'utf8').trim() || undefined;
}
