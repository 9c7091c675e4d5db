/**
 * Weighs whether throttled calls come from the share c throttled by chance, or from a rate above
 * the limit L, by the calls since the last finding: sums of the logarithms of likelihood ratios,
 * call by call.
 *
 * With c at 3 % a rate above L is assumed to have 14 % throttled. A throttled call then adds log(14
 * / 3) = 1.54, and a call that is accepted subtracts 0.12: three throttled calls with five calls
 * accepted between them reach the 4 that `pointsToRate` asks for where no limit is known, with six
 * they do not.
 */
export class ThrottlingEvidence {
  /** The share c assumed to be throttled by chance. */
  chance = UNKNOWN_CHANCE;
  private score = 0;
  private trust = 0;
  private enough = ENOUGH;
  private seen = 0;
  private throttledCalls = 0;

  /** @param isTest the call tests a lower rate, to see whether fewer are throttled there. */
  accepted(counts: boolean, isTest: boolean): void {
    const accepted = Math.log((1 - this.limited) / (1 - this.chance));
    this.score = Math.max(0, this.score + accepted);
    if (!counts) return;
    this.seen += 1;
    if (isTest) this.trust += Math.log((1 - this.chance) / (1 - TINY));
  }

  throttled(isTest: boolean): void {
    this.seen += 1;
    this.throttledCalls += 1;
    if (isTest) this.trust += Math.log(this.chance / TINY);
    else this.score += Math.log(this.limited / this.chance);
  }

  /** Whether the throttled calls point to too high a rate rather than to chance. */
  pointsToRate(isUnlimited: boolean): boolean {
    return this.score >= (isUnlimited ? this.enough : ENOUGH_LIMITED);
  }

  /** What a test at a lower rate has shown; undefined while it is undecided. */
  get isChance(): boolean | undefined {
    if (this.trust >= SURE_OF_CHANCE) return true;
    return this.trust <= -SURE_OF_LIMIT ? false : undefined;
  }

  /** Assumes, until a test decides, that all throttled calls so far were chance. */
  suppose(): void {
    const share = this.throttledCalls / (this.seen + 1);
    this.chance = Math.min(MOST_CHANCE, Math.max(2 * TINY, share));
    this.trust = 0;
  }

  /** The throttled calls were chance: the next time, more evidence is needed. */
  confirmed(): void {
    this.enough = Math.min(3 * ENOUGH, this.enough + 2);
    this.forget();
  }

  /**
   * The rate was too high: from now on, hardly any throttled calls are expected besides `share`.
   */
  limitFound(share = 0): void {
    this.chance = Math.max(LEAST_CHANCE, share);
    this.enough = ENOUGH;
    this.forget();
  }

  /** Weighs anew: what was throttled so far is accounted for. */
  weigh(): void {
    this.score = 0;
  }

  /** A run of throttled calls was chance, not a limit. */
  freed(): void {
    this.weigh();
    this.chance = Math.max(this.chance, UNKNOWN_CHANCE);
  }

  /**
   * So many throttled calls in a row are not chance: at this rate, chance causes such a run once in
   * a hundred seconds. At 70 calls a second that is three with c at 3 %, four with 10 %.
   */
  longRun(rate: number): number {
    const chance = Math.max(UNKNOWN_CHANCE, this.chance);
    return Math.max(3, Math.min(8, Math.ceil(Math.log(0.01 / (1.2 * rate)) / Math.log(chance))));
  }

  private forget(): void {
    this.seen = this.throttledCalls = 0;
  }

  private get limited(): number {
    return Math.min(0.5, 4 * this.chance + 0.02);
  }
}

const UNKNOWN_CHANCE = 0.03;
const LEAST_CHANCE = 0.008;
const MOST_CHANCE = 0.12;
/** The share throttled by chance where practically nothing is. */
const TINY = 0.005;
/** The logarithm of how much likelier a rate above L must be: 55 times, or 20 under a known L. */
const ENOUGH = 4;
const ENOUGH_LIMITED = 3;
const SURE_OF_CHANCE = 2.3;
/** Mistaking chance for a limit costs a whole run its speed; the reverse costs a second test. */
const SURE_OF_LIMIT = 4.6;

/**
 * Whether a limit was lifted: at a rate lowered by a quarter, as many calls are throttled as
 * before. Then chance throttles them, not the limit, and the rate before is safe. For example, at
 * 15 calls a second instead of 20, ten of 200 calls are throttled: c is 5 %.
 *
 * All calls count, also those of a rate's first second, which is not judged otherwise. A rate is
 * lowered upon a throttled call: without the calls that follow, one call of ten would look like one
 * of seven.
 */
export class LiftedLimit {
  /** The rate before it was lowered, in calls a second; 0 while it is not lowered. */
  private from = 0;
  /** Calls and throttled calls since then, and those of them before the rate was lowered last. */
  private calls = 0;
  private throttledCalls = 0;
  private earlierCalls = 0;
  private earlierThrottled = 0;
  /** Throttled calls that came right after another. */
  private pairs = 0;
  private wasThrottled = false;
  /** The rate before the last cut that did not help; 0 once the rate is lowered again. */
  private foundAt = 0;
  private enough = ENOUGH_THROTTLED;

  /** A call at the present rate has ended. Probes of a higher rate do not count. */
  ended(isThrottled: boolean): void {
    this.calls += 1;
    if (isThrottled) this.throttledCalls += 1;
    if (isThrottled && this.wasThrottled) this.pairs += 1;
    this.wasThrottled = isThrottled;
  }

  /** The rate is lowered from this. */
  lowered(rate: number): void {
    if (this.foundAt > 0) {
      const wasLimit = rate < PROVEN * this.foundAt;
      this.enough = wasLimit ? 2 * this.enough : ENOUGH_THROTTLED;
      this.foundAt = 0;
    }
    if (rate > this.from) this.begin(rate);
    this.earlierCalls = this.calls;
    this.earlierThrottled = this.throttledCalls;
  }

  /**
   * @returns the share throttled by chance, and the rate to go back to; undefined while it may be a
   * limit after all.
   */
  found(rate: number): { readonly share: number; readonly rate: number } | undefined {
    const { from, calls, throttledCalls: throttled } = this;
    const share = throttled / Math.max(1, calls);
    if (rate > LOWER * from || throttled < this.enough + EACH * share) return undefined;
    if (share > MOST || this.pairs / throttled >= share + PAIRS) return undefined;
    // Slowing down has helped after all: most of the throttled calls are those of higher rates.
    const lately = (throttled - this.earlierThrottled) / Math.max(1, calls - this.earlierCalls);
    if (lately < share / 2) return undefined;
    this.foundAt = from;
    this.begin(0);
    return { share, rate: from };
  }

  private begin(from: number): void {
    this.from = from;
    this.calls = this.throttledCalls = this.pairs = 0;
  }
}

const LOWER = 0.75;
/**
 * Throttled calls needed to decide. A larger share needs more: sharing a limit may cause it, too.
 */
const ENOUGH_THROTTLED = 4;
const EACH = 100;
/** A larger share, more than one call of five, means that the service's limit has fallen. */
const MOST = 0.22;
/**
 * Chance throttles the share c after a throttled call, too; a limit throttles several one after the
 * other.
 */
const PAIRS = 0.12;
/** A rate this many times higher that goes through proves that there was no limit. */
const PROVEN = 1.5;
