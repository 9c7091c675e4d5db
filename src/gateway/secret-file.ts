import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import { ConfigurationError } from './configuration-error';

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
