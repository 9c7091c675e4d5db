import type {
  AnswerStore,
  CallKind,
  Claim,
  ClaimEnd,
  Claims,
  SourceFailure,
} from '../engine/lookup';
import { DAY_MS } from './calendar';

/** Counts the scores of each model. */
export interface ScoreCounter {
  countScore(model: string, settlement: 'charged' | 'booked'): Promise<void>;
}

/** Lets each score be asked once. A score that may have been charged is not asked again. */
export class ScorePermits implements Claims {
  private readonly asked = new Set<string>();

  constructor(
    private readonly claims: ScoreClaims,
    private readonly ledger: ScoreCounter,
    private readonly onTrouble: () => void,
    /** Whether another process has answered a score. @default no other process asks */
    private readonly isAnswered: (target: string, newerThan: number) => Promise<boolean> = () =>
      Promise.resolve(false),
  ) {}

  /**
   * Whether this process is asking a score.
   *
   * @param key the score's own text: see `targetKey`.
   */
  isBeingAsked(key: string): boolean {
    return this.asked.has(key);
  }

  claim(kind: CallKind, target: string, newerThan: number): Claim | Promise<Claim> {
    // A lookup may be asked again; within this process the engine asks it only once anyway.
    return kind === 'lookup' ? FREE : this.claimScore(target, newerThan);
  }

  private async claimScore(target: string, newerThan: number): Promise<Claim> {
    const key = keyOf(target);
    const model = modelOfTarget(target);
    this.asked.add(key);
    try {
      const result = await this.claims.claim(target, model);
      if (result !== 'claimed')
        return { kind: 'taken', whenOver: this.awaitOther(target, key, result) };
      if (await this.isNeedless(target, newerThan))
        return { kind: 'taken', whenOver: this.awaitOther(target, key, 'taken') };
    } catch (error) {
      this.asked.delete(key);
      this.onTrouble();
      throw error;
    }
    return {
      kind: 'claimed',
      release: (end) => {
        this.asked.delete(key);
        const isAnswered = end.kind === 'answered';
        if (isAnswered || isUnknown(end)) {
          const settlement = isAnswered ? 'charged' : 'booked';
          this.ledger.countScore(model, settlement).catch(this.onTrouble);
        }
        this.claims.end(target, isUnknown(end) ? 'unknown' : 'known').catch(this.onTrouble);
      },
    };
  }

  /** Looks once more for an answer, now that no other process can ask; ends the claim if so. */
  private async isNeedless(target: string, newerThan: number): Promise<boolean> {
    try {
      if (!(await this.isAnswered(target, newerThan))) return false;
    } catch (error) {
      // It will not be sent.
      this.claims.end(target, 'known').catch(this.onTrouble);
      throw error;
    }
    await this.claims.end(target, 'known');
    return true;
  }

  /** Waits for the process that asks. Fails if nobody knows how the score ended. */
  private async awaitOther(
    target: string,
    key: string,
    state: 'taken' | 'unknown',
  ): Promise<SourceFailure | undefined> {
    try {
      const end = state === 'unknown' ? state : await this.claims.whenOver(target);
      return end === 'unknown' ? UNKNOWN : undefined;
    } finally {
      this.asked.delete(key);
    }
  }
}

/** Whether a score with this end may have been charged, although nobody has its answer. */
function isUnknown(end: ClaimEnd): boolean {
  return end.kind === 'failed' && end.isUnsent !== true && mayBeCharged(end);
}

/** Whether a sent score that failed may have been charged; an unreadable reply may answer it. */
export function mayBeCharged({
  code,
  status = 500,
}: Pick<SourceFailure, 'status'> & { readonly code: string }): boolean {
  // A missing page, a wrong method or a firewall's page never reached the model.
  const isForGood = code !== 'timed-out' && status >= 300 && status < 500;
  return UNKNOWN_OUTCOMES.has(code) && !isForGood;
}

/** The score's own text. A target begins with a scope and a kind, which hold no bracket. */
function keyOf(target: string): string {
  return target.slice(target.indexOf('['));
}

/** The model is the second part of that text. */
export function modelOfTarget(target: string): string {
  return String((JSON.parse(keyOf(target)) as unknown[])[1]);
}

const UNKNOWN_OUTCOMES: ReadonlySet<string> = new Set([
  'offline',
  'timed-out',
  'service-failed',
  'unreadable-reply',
]);

const UNKNOWN: SourceFailure = { kind: 'failed', code: 'timed-out' };
const FREE: Claim = { kind: 'claimed', release() {} };

/** Where answers are, and how long the engine gives them. */
export interface AnsweredScoreOptions {
  /** Answers that other processes store, too. */
  readonly store: Pick<AnswerStore, 'read'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** How long the engine gives a score, and how long "no score here", without asking again. */
  readonly freshMs: number;
  readonly negativeFreshMs: number;
}

/** Whether another process has stored an answer under this key that the engine would give. */
export async function isScoreAnswered(
  target: string,
  newerThan: number,
  { store, now, freshMs, negativeFreshMs }: AnsweredScoreOptions,
): Promise<boolean> {
  const answers = (await store.read([target])).get(target) ?? [];
  return answers.some(({ value, at }) => {
    const ageMs = now() - at;
    // The engine does not give one of the future, whose age nobody knows.
    return (
      at >= newerThan && ageMs >= -DAY_MS && ageMs <= (value === null ? negativeFreshMs : freshMs)
    );
  });
}

/**
 * Each score is asked once. A claim is made before the call leaves; if its outcome is never known,
 * the claim stays, and the score is not asked again until an administrator says so.
 *
 * Targets are the keys under which answers are stored. They hold places, so only their concealed
 * form is stored.
 */
export interface ScoreClaims {
  /**
   * Claims a score, durably. `taken` means that another process asks it, and `unknown` that it was
   * asked before, and nobody knows the outcome.
   */
  claim(target: string, model: string): Promise<'claimed' | 'taken' | 'unknown'>;
  /** Whether the claim is still held, just before the call is sent. Left out: it always is. */
  mayLeave?(target: string): Promise<boolean>;
  /**
   * Settles when a taken claim has ended. If `known`, its answer, if any, has been passed to the
   * subscribers of the answers; without an answer, the score may be asked.
   */
  whenOver(target: string): Promise<ClaimOutcome>;
  /** Ends a claim. `known` means that the answer is stored, or the call certainly cost nothing. */
  end(target: string, end: ClaimOutcome): Promise<void>;
  /** Returns the scores that were asked with an outcome that nobody knows. */
  unknown(): Promise<readonly UnknownScore[]>;
  /** Lets a score be asked again, perhaps at a second cost. Returns false if there is none. */
  askAgain(id: string): Promise<boolean>;
}

export type ClaimOutcome = 'known' | 'unknown';

export interface UnknownScore {
  readonly id: string;
  readonly model: string;
  /** When it was asked, in epoch milliseconds. */
  readonly at: number;
}
