/**
 * Weighs whether refusals come from chance or from too high a rate, by the calls since the last
 * finding: sums of the logarithms of likelihood ratios, call by call.
 */
export class RefusalEvidence {
  /** The share assumed to be refused by chance. */
  background = UNKNOWN_BACKGROUND;
  private score = 0;
  private trust = 0;
  private enough = ENOUGH;
  private seen = 0;
  private refusals = 0;

  /** @param isTest the call tests a lower rate, to see whether fewer are refused there. */
  took(counts: boolean, isTest: boolean): void {
    const taken = Math.log((1 - this.limited) / (1 - this.background));
    this.score = Math.max(0, this.score + taken);
    if (!counts) return;
    this.seen += 1;
    if (isTest) this.trust += Math.log((1 - this.background) / (1 - TINY));
  }

  refused(isTest: boolean): void {
    this.seen += 1;
    this.refusals += 1;
    if (isTest) this.trust += Math.log(this.background / TINY);
    else this.score += Math.log(this.limited / this.background);
  }

  /** Whether the refusals point to too high a rate rather than to chance. */
  pointsToRate(isUnlimited: boolean): boolean {
    return this.score >= (isUnlimited ? this.enough : ENOUGH_LIMITED);
  }

  /** Many calls are refused, and have been for a while. */
  get isStubborn(): boolean {
    return this.seen >= 20 && this.refusals > 0.04 * this.seen + 1;
  }

  /** What a test at a lower rate has shown; undefined while it is undecided. */
  get isChance(): boolean | undefined {
    if (this.trust >= SURE_OF_CHANCE) return true;
    return this.trust <= -SURE_OF_LIMIT ? false : undefined;
  }

  /** Assumes, until a test decides, that all refusals so far were chance. */
  suppose(): void {
    const share = this.refusals / (this.seen + 1);
    this.background = Math.min(MOST_BACKGROUND, Math.max(2 * TINY, share));
    this.trust = 0;
  }

  /** The refusals were chance: the next time, more evidence is needed. */
  confirmed(): void {
    this.enough = Math.min(3 * ENOUGH, this.enough + 2);
    this.forget();
  }

  /** The rate was too high: now expects hardly any refusals, or the share due to chance. */
  limitFound(share = 0): void {
    this.background = Math.max(LEAST_BACKGROUND, share);
    this.enough = ENOUGH;
    this.forget();
  }

  weigh(): void {
    this.score = 0;
  }

  /** A run of refusals was chance after all. */
  freed(): void {
    this.weigh();
    this.background = Math.max(this.background, UNKNOWN_BACKGROUND);
  }

  /** How long a run of refusals chance causes once in a hundred seconds at this rate. */
  cluster(rate: number): number {
    const chance = Math.max(UNKNOWN_BACKGROUND, this.background);
    return Math.max(3, Math.min(8, Math.ceil(Math.log(0.01 / (1.2 * rate)) / Math.log(chance))));
  }

  forget(): void {
    this.seen = this.refusals = 0;
  }

  private get limited(): number {
    return Math.min(0.5, 4 * this.background + 0.02);
  }
}

const UNKNOWN_BACKGROUND = 0.03;
const LEAST_BACKGROUND = 0.008;
const MOST_BACKGROUND = 0.12;
/** The share refused by chance where practically nothing is. */
const TINY = 0.005;
const ENOUGH = 4;
const ENOUGH_LIMITED = 3;
const SURE_OF_CHANCE = 2.3;
/** Mistaking chance for a limit costs a whole run its speed; the reverse costs a second test. */
const SURE_OF_LIMIT = 4.6;
