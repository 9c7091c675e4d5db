import type { CallKind } from '../lookup';
import type { Connection } from './connection';

/** Identifies a connection's service and account by a text that does not reveal the credential. */
export interface Scope {
  /**
   * Computes the texts for a connection. Call it at the start and after every change. Never
   * rejects.
   */
  prepare(connection: Connection): Promise<void>;
  /**
   * Returns the text for a connection. Until `prepare` has run, and if the device cannot hash, the
   * text is for this session only. Later sessions then do not find its answers, and no other
   * account ever gets them.
   */
  of(kind: CallKind, connection: Connection): string;
}

export interface ScopeOptions {
  /** Hashes with SHA-256: in a browser, `crypto.subtle`, which a page that is not secure lacks. */
  readonly digest: (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;
  /**
   * Returns a random text kept on this device, so that nobody can test keys against a scope's text
   * that they found. It is read whenever there is a key, and changes when the device forgets
   * everything.
   */
  readonly salt: () => string;
  /** Different in every session. */
  readonly sessionId: string;
}

/** 64 bits: enough to tell a person's accounts apart. */
const HEX_LENGTH = 16;

/**
 * How many accounts to remember. A connection has at most two; the others let a person switch back
 * and forth.
 */
const MAX_ACCOUNTS = 8;

export function createScope({ digest, salt: askSalt, sessionId }: ScopeOptions): Scope {
  // Keyed by address and credential, which the connection holds in memory anyway.
  const texts = new Map<string, string>();
  let provisionalCount = 0;
  let usedSalt: string | undefined;

  const textOf = (account: string): string => {
    const known = texts.get(account);
    if (known !== undefined) return known;
    provisionalCount += 1;
    return remember(account, `session-${sessionId}-${provisionalCount}`);
  };

  const remember = (account: string, text: string): string => {
    texts.delete(account);
    texts.set(account, text);
    for (const oldest of [...texts.keys()].slice(0, -MAX_ACCOUNTS)) texts.delete(oldest);
    return text;
  };

  const readSalt = (): string => {
    const salt = askSalt();
    if (salt !== usedSalt) texts.clear();
    return (usedSalt = salt);
  };

  return {
    async prepare(connection) {
      // Without a key there is nothing to hide, so no salt needs to be kept.
      const salt = connection.credential === undefined ? '' : readSalt();
      const accounts = [accountOf('lookup', connection), accountOf('score', connection)];
      for (const account of new Set(accounts)) {
        try {
          const bytes = new TextEncoder().encode(JSON.stringify([salt, account]));
          remember(account, toHex(await digest(bytes)).slice(0, HEX_LENGTH));
        } catch {
          textOf(account);
        }
      }
    },
    of: (kind, connection) => textOf(accountOf(kind, connection)),
  };
}

function accountOf(kind: CallKind, { addresses, credential }: Connection): string {
  const address = kind === 'lookup' ? addresses.attributeUrl : addresses.modelUrl;
  return JSON.stringify([address, credential ?? null]);
}

function toHex(hash: ArrayBuffer): string {
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
