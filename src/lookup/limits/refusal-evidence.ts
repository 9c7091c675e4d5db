/**
 * Whether refusals are chance or a rate that is too high, as far as the calls since the last
 * finding tell: sums of logarithms of how much likelier each is than the other, call by call.
 */
export class RefusalEvidence {
  /** The share taken to be refused by chance. */
  background = UNKNOWN_BACKGROUND;
  private score = 0;
  private trust = 0;
  private enough = ENOUGH;
  private seen = 0;
  private refusals = 0;

  /** @param isTest at a lower rate, to see whether fewer are refused there. */
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

  /** The rate is too high, rather than chance at work. */
  pointsToRate(isUnlimited: boolean): boolean {
    return this.score >= (isUnlimited ? this.enough : ENOUGH_LIMITED);
  }

  /** Many are refused, and that has lasted. */
  get isStubborn(): boolean {
    return this.seen >= 20 && this.refusals > 0.04 * this.seen + 1;
  }

  /** What a test at a lower rate has shown; undefined while it may be either. */
  get isChance(): boolean | undefined {
    if (this.trust >= SURE_OF_CHANCE) return true;
    return this.trust <= -SURE_OF_LIMIT ? false : undefined;
  }

  /** As many as have been refused are taken for chance, until a test has shown it. */
  suppose(): void {
    const share = this.refusals / (this.seen + 1);
    this.background = Math.min(MOST_BACKGROUND, Math.max(2 * TINY, share));
    this.trust = 0;
  }

  /** It was chance: more of it is needed the next time. */
  confirmed(): void {
    this.enough = Math.min(3 * ENOUGH, this.enough + 2);
    this.forget();
  }

  /** It was the rate: from now on hardly any are expected, or as many as chance was seen to refuse. */
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

  /** How many are refused in a row once in a hundred seconds, by chance, at that rate. */
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
/** What is refused by chance where nothing is. */
const TINY = 0.005;
const ENOUGH = 4;
const ENOUGH_LIMITED = 3;
const SURE_OF_CHANCE = 2.3;
/** Chance taken for a limit costs a whole run its speed; a limit taken for chance, a second test. */
const SURE_OF_LIMIT = 4.6;
