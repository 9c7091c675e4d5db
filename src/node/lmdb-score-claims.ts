import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, RootDatabase } from 'lmdb';
import type { Conceal } from './concealment';
import { isOfOther } from './folder-lock';
import type { ClaimOutcome, ScoreClaims, UnknownScore } from './score-permits';

interface StoredClaim {
  readonly isUnknown: boolean;
  readonly model: string;
  readonly at: number;
  /** The process that asks, where several share the claims. */
  readonly holder?: string;
}

/** Claims in LMDB, by concealed target. */
export class LmdbScoreClaims implements ScoreClaims {
  private readonly claims: Database<StoredClaim, string>;

  constructor(
    private readonly root: RootDatabase,
    private readonly conceal: Conceal,
    private readonly now: () => number,
    /** This process's identity, if others share the claims. */
    private readonly holder?: string,
  ) {
    this.claims = root.openDB({ name: 'claims' });
  }

  /** Whether a score is being asked, or was asked with an outcome that nobody knows. */
  get hasAny(): boolean {
    return this.claims.getKeysCount({ limit: 1 }) > 0;
  }

  /** Marks the scores that an ended process was asking as unknown: they may have been charged. */
  async recover(): Promise<void> {
    await this.root.transaction(() => {
      for (const { key, value } of [...this.claims.getRange()]) {
        void this.claims.put(key, { ...value, isUnknown: true });
      }
    });
  }

  async claim(target: string, model: string): Promise<'claimed' | 'taken' | 'unknown'> {
    const { holder } = this;
    const key = this.conceal(target);
    const result = await this.root.transaction(() => {
      const claim = this.claims.get(key);
      if (claim !== undefined) return isBeingAsked(claim) ? 'taken' : 'unknown';
      const own = { isUnknown: false, model, at: this.now() };
      void this.claims.put(key, holder === undefined ? own : { ...own, holder });
      return 'claimed';
    });
    // Waits for the disk, so that not even a power failure makes us ask twice.
    await this.root.flushed;
    return result;
  }

  async whenOver(target: string): Promise<ClaimOutcome> {
    const key = this.conceal(target);
    for (;;) {
      // Outside of a transaction, a claim that has just ended may still be seen.
      const claim = await this.root.transaction(() => this.claims.get(key));
      if (claim === undefined) return 'known';
      if (!isBeingAsked(claim)) return 'unknown';
      await sleep(LOOK_MS, undefined, { ref: false });
    }
  }

  async end(target: string, end: ClaimOutcome): Promise<void> {
    const key = this.conceal(target);
    await this.root.transaction(() => {
      const claim = this.claims.get(key);
      if (claim === undefined) return;
      if (end === 'known') void this.claims.remove(key);
      else void this.claims.put(key, { ...claim, isUnknown: true });
    });
  }

  async unknown(): Promise<readonly UnknownScore[]> {
    return [...this.claims.getRange()]
      .filter(({ value }) => value.isUnknown)
      .map(({ key, value: { model, at } }) => ({ id: key, model, at }));
  }

  askAgain(id: string): Promise<boolean> {
    return this.root.transaction(() => {
      if (this.claims.get(id)?.isUnknown !== true) return false;
      void this.claims.remove(id);
      return true;
    });
  }
}

/** Whether another process asks. A process that was killed leaves its claim, with no outcome. */
function isBeingAsked({ isUnknown, holder }: StoredClaim): boolean {
  return !isUnknown && holder !== undefined && isOfOther(holder);
}

const LOOK_MS = 200;
