import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import {
  type AnswerStore,
  ListenerSet,
  type StoreSize,
  type StoredAnswer,
  type StoredEntry,
} from '../engine/lookup';
import { createConcealment, readSecret } from '../node/concealment';
import { LmdbAnswers } from '../node/lmdb-answers';
import { LmdbScoreClaims } from '../node/lmdb-score-claims';
import { processIdentity } from '../node/folder-lock';
import type { ScoreClaims } from '../node/score-permits';
import { systemFault } from './exit-code';

/** The folder that keeps answers and score claims between runs. */
export interface AnswerFolder {
  readonly path: string;
  readonly answers: AnswerStore;
  readonly claims: ScoreClaims;
  /** Reads what is stored at this moment, other processes' answers included. */
  readNow(keys: readonly string[]): ReturnType<AnswerStore['read']>;
  /** A random text. It salts the hash that identifies an account. */
  readonly salt: string;
  /**
   * Resolves when everything is on disk. The result says whether a score may have been charged
   * without an answer.
   */
  close(): Promise<boolean>;
}

/**
 * Opens the folder, and creates it if it is missing.
 *
 * @throws FileFault if the folder cannot be used.
 */
export function openAnswerFolder(folder: string, now: () => number): AnswerFolder {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // 128 bits are enough to tell places apart, in half the space.
    const whole = createConcealment(readSecret(folder));
    const conceal = (text: string): string => whole(text).slice(0, 22);
    const salt = readSalt(folder);
    // Otherwise every page that was ever read or changed would count as this program's memory.
    const root = open({ path: join(folder, 'answers.mdb'), maxDbs: 4, remapChunks: true });
    const kept = new LmdbAnswers(root, conceal);
    const answers = new BatchedAnswers(kept);
    const claims = new LmdbScoreClaims(root, conceal, now, processIdentity(process.pid));
    const readNow: AnswerFolder['readNow'] = (keys) => kept.readNow(keys);
    const ending = new Map<string, Promise<void>>();
    return {
      path: folder,
      answers,
      readNow,
      claims: {
        async claim(target, model) {
          // A score that the service turned away may be asked again before its first claim has
          // ended.
          await ending.get(target)?.catch(() => undefined);
          return claims.claim(target, model);
        },
        async whenOver(target) {
          const end = await claims.whenOver(target);
          if (end === 'known') answers.tell(await readNow([target]));
          return end;
        },
        // Another process may ask for a score without a claim, so its answer is stored before the
        // claim ends.
        end(target, end) {
          const ended = answers.flush().then(() => claims.end(target, end));
          ending.set(target, ended);
          return ended.finally(() => ending.get(target) === ended && ending.delete(target));
        },
        unknown: () => claims.unknown(),
        askAgain: (id) => claims.askAgain(id),
      },
      salt,
      async close() {
        await answers.flush();
        await Promise.allSettled(ending.values());
        const { hasAny } = claims;
        await root.close();
        return hasAny;
      },
    };
  } catch (error) {
    throw systemFault(error, folder, 'write');
  }
}

/** Returns the platform's cache folder for answers. */
export function defaultFolder(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = environment;
  if (platform === 'win32') return join(LOCALAPPDATA ?? homedir(), 'locus', 'cache');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'locus');
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'locus');
}

function readSalt(folder: string): string {
  const file = join(folder, 'salt');
  if (!existsSync(file)) writeFileSync(file, randomUUID(), { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8');
}

/** Gathers writes for a moment, because a transaction for each answer would take too long. */
export class BatchedAnswers implements AnswerStore {
  private waiting = new Map<string, readonly StoredAnswer[]>();
  private leaving: ReadonlyMap<string, readonly StoredAnswer[]> = new Map();
  private flushing: Promise<void> | undefined;
  private readonly listeners = new ListenerSet<[readonly StoredEntry[]]>();

  constructor(private readonly store: AnswerStore) {}

  async read(keys: readonly string[]): Promise<ReadonlyMap<string, readonly StoredAnswer[]>> {
    // Taken before the read: a flush during it replaces both maps.
    const { leaving, waiting } = this;
    const found = new Map(await this.store.read(keys));
    for (const key of keys) {
      const newer = [...(leaving.get(key) ?? []), ...(waiting.get(key) ?? [])];
      if (newer.length > 0) found.set(key, merged(found.get(key), newer));
    }
    return found;
  }

  write(entries: readonly StoredEntry[]): Promise<void> {
    for (const { key, answers } of entries) {
      this.waiting.set(key, merged(this.waiting.get(key), answers));
    }
    this.flushing ??= this.flushSoon();
    return Promise.resolve();
  }

  subscribe(listener: (added: readonly StoredEntry[]) => void): void {
    this.listeners.subscribe(listener);
  }

  /** Notifies the engine of answers that another process has stored. */
  tell(found: ReadonlyMap<string, readonly StoredAnswer[]>): void {
    this.listeners.notify([...found].map(([key, answers]) => ({ key, answers })));
  }

  /** Resolves when every answer written so far is stored. */
  async flush(): Promise<void> {
    // Answers that arrive while one flush is under way are stored by the next, so two are enough.
    for (let batches = 0; batches < 2; batches += 1) await this.flushing;
  }

  clear(): Promise<void> {
    this.waiting.clear();
    return this.store.clear();
  }

  size(): Promise<StoreSize> {
    return this.store.size();
  }

  private async flushSoon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHERED_MS));
    this.leaving = this.waiting;
    this.waiting = new Map();
    const entries = [...this.leaving].map(([key, answers]) => ({ key, answers }));
    // Losing an answer only means that it is asked for again.
    await this.store.write(entries).catch(() => {});
    this.leaving = new Map();
    this.flushing = this.waiting.size > 0 ? this.flushSoon() : undefined;
  }
}

const GATHERED_MS = 20;

function merged(
  known: readonly StoredAnswer[] | undefined,
  newer: readonly StoredAnswer[],
): readonly StoredAnswer[] {
  if (known === undefined) return newer;
  const byName = new Map(known.map((answer) => [answer.name, answer]));
  for (const answer of newer) byName.set(answer.name, answer);
  return [...byName.values()];
}
