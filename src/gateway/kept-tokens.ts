import type { TokenUse } from './token-format';
import { DAY_MS } from '../node/calendar';

export interface Token {
  readonly id: string;
  readonly hash: string;
  readonly person: string;
  readonly use: TokenUse;
  readonly label: string;
  readonly createdAt: number;
  /** Epoch milliseconds; missing if the token never expires. */
  readonly expiresAt?: number | undefined;
  readonly revokedAt?: number | undefined;
  /** The first administrator's, which nobody has used yet. */
  readonly isNew?: boolean;
  /** Of somebody who signed in with a browser. */
  readonly isSession?: boolean;
}

/** The tokens in memory, by their ids, their hashes and their people. */
export class KeptTokens {
  private readonly byId = new Map<string, Token>();
  private readonly byHash = new Map<string, Token>();
  /** By person's id, then by its own. */
  private readonly byPerson = new Map<string, Map<string, Token>>();

  get all(): readonly Token[] {
    return [...this.byId.values()];
  }

  get(id: string): Token | undefined {
    return this.byId.get(id);
  }

  withHash(hash: string): Token | undefined {
    return this.byHash.get(hash);
  }

  /** In the order in which they were made. */
  of(person: string): readonly Token[] {
    const own = [...(this.byPerson.get(person)?.values() ?? [])];
    return own.sort((one, other) => one.createdAt - other.createdAt);
  }

  add(token: Token): void {
    this.byId.set(token.id, token);
    this.byHash.set(token.hash, token);
    const own = this.byPerson.get(token.person) ?? new Map<string, Token>();
    this.byPerson.set(token.person, own.set(token.id, token));
  }

  drop({ id, hash, person }: Token): void {
    this.byId.delete(id);
    this.byHash.delete(hash);
    const own = this.byPerson.get(person);
    own?.delete(id);
    if (own?.size === 0) this.byPerson.delete(person);
  }
}

/**
 * Whether nothing asks for it any more. A session is kept until it would have expired, since it
 * counts among those of its person; another token longer, so that a program that still sends it is
 * seen to try no others.
 */
export function isGone(token: Token, now: number): boolean {
  const { isSession, use, expiresAt = Infinity } = token;
  if (isSession === true) return expiresAt <= now;
  // The configuration may still have it: revoked once, it stays so.
  return use !== 'administration' && endedLongAgo(token, now);
}

/** Whether it is of no interest to people any more. */
export function endedLongAgo(
  { revokedAt = Infinity, expiresAt = Infinity }: Token,
  now: number,
): boolean {
  return Math.min(revokedAt, expiresAt) <= now - ENDED_KEPT_MS;
}

const ENDED_KEPT_MS = 30 * DAY_MS;
