import * as crypto from 'node:crypto';
import { createHash, randomBytes } from 'node:crypto';

/** So that people and secret scanners recognise a token wherever they find it. */
const PREFIXES = {
  service: 'locus_',
  administration: 'locusadmin_',
  account: 'locusaccount_',
} as const;

/** What a token opens, and nothing else: the people's port, the administrators', or `/account`. */
export type TokenUse = keyof typeof PREFIXES;

/** 256 random bits. Anyone who has it can sign in; only its hash is ever stored. */
export function createToken(use: TokenUse): string {
  return PREFIXES[use] + randomBytes(32).toString('base64url');
}

/** Nobody can try all values of 256 random bits, so no salt or slow hash is needed. */
export function hashToken(token: string): string {
  // In one step from Node 20.12 on, which takes half the time.
  return hash === undefined
    ? createHash('sha256').update(token).digest('hex')
    : hash('sha256', token, 'hex');
}

const hash = crypto.hash as typeof crypto.hash | undefined;

/** An id for a record, such as `p_3kTn0…`. */
export function createId(prefix: string): string {
  return `${prefix}_${randomBytes(9).toString('base64url')}`;
}
