import * as crypto from 'node:crypto';
import { createHash, randomBytes } from 'node:crypto';

/** Prefixes by which people and secret scanners recognise a token wherever they find it. */
const PREFIXES = {
  service: 'locus_',
  administration: 'locusadmin_',
  account: 'locusaccount_',
} as const;

/** The only thing that a token opens: the people's port, the administrators' port or `/account`. */
export type TokenUse = keyof typeof PREFIXES;

/** Creates a token of 256 random bits. Anyone who has it can sign in. Only its hash is stored. */
export function createToken(use: TokenUse): string {
  return PREFIXES[use] + randomBytes(32).toString('base64url');
}

/** Hashes a token. Nobody can try all 256-bit values, so it needs no salt and no slow hash. */
export function hashToken(token: string): string {
  // In one step from Node 20.12 on, which takes half the time.
  return hash === undefined
    ? createHash('sha256').update(token).digest('hex')
    : hash('sha256', token, 'hex');
}

const hash = crypto.hash as typeof crypto.hash | undefined;

/** Creates an id for a record, such as `p_3kTn0…`. */
export function createId(prefix: string): string {
  return `${prefix}_${randomBytes(9).toString('base64url')}`;
}
