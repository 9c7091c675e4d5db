import * as crypto from 'node:crypto';
import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Turns a place into a text that reveals nothing without the secret. Equal ones stay equal. */
export type Conceal = (text: string) => string;

/** Creates the function for one secret: HMAC-SHA-256, in base64url. */
export function createConcealment(secret: Uint8Array): Conceal {
  const hash = crypto.hash as typeof crypto.hash | undefined;
  if (hash === undefined || secret.length > BLOCK) {
    return (text) => createHmac('sha256', secret).update(text).digest('base64url');
  }
  // HMAC (RFC 2104) by hand: Node's takes longer to prepare than to compute.
  const key = Buffer.concat([secret], BLOCK);
  const inner = key.map((byte) => byte ^ 0x36);
  const outer = Buffer.concat([key.map((byte) => byte ^ 0x5c)], BLOCK + DIGEST);
  return (text) => {
    const message = Buffer.allocUnsafe(BLOCK + Buffer.byteLength(text));
    message.set(inner);
    message.write(text, BLOCK);
    outer.set(hash('sha256', message, 'buffer'), BLOCK);
    return hash('sha256', outer, 'base64url');
  };
}

/**
 * Reads the secret of this folder's data, and creates it at the first start.
 *
 * @throws Error if the file is damaged, or cannot be read or written.
 */
export function readSecret(folder: string): Uint8Array {
  const file = join(folder, SECRET_FILE);
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' });
  chmodSync(file, 0o600);
  const secret = readFileSync(file);
  if (secret.length < 32) throw new Error(`${SECRET_FILE} in the data folder is damaged.`);
  return secret;
}

/** The name of the file with the secret, in the data folder. */
export const SECRET_FILE = 'secret.key';
/** SHA-256's block and digest, in bytes. */
const BLOCK = 64;
const DIGEST = 32;
