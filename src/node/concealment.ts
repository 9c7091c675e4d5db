import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Turns a text that holds an address or coordinates into one that tells nothing of them. Equal
 * texts stay equal; without the secret nobody can test whether a place was asked for.
 */
export type Conceal = (text: string) => string;

export function createConcealment(secret: Uint8Array): Conceal {
  return (text) => createHmac('sha256', secret).update(text).digest('base64url');
}

/** The secret of this folder's data; made at the first start. */
export function readSecret(folder: string): Uint8Array {
  const file = join(folder, SECRET_FILE);
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' });
  chmodSync(file, 0o600);
  const secret = readFileSync(file);
  if (secret.length < 32) throw new Error(`${SECRET_FILE} in the data folder is damaged.`);
  return secret;
}

export const SECRET_FILE = 'secret.key';
