/**
 * Counts what failed by address and minute, so that guesses cost us little and are seen. A valid
 * token always passes: others may share its address.
 */
export class AttemptLimiter {
  private failures = new Map<string, number>();
  private windowAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly most: number,
    private readonly now: () => number,
    private readonly onFailure: (address: string, state: AttemptState) => void,
  ) {}

  /** Whether this address has failed too often within this minute. */
  isBlocked(address: string): boolean {
    if (this.failures.size === 0) return false;
    this.turn();
    const own = this.failures.get(address);
    // An attacker with very many addresses must not fill the memory, nor pass for that reason.
    return own === undefined ? this.failures.size >= MOST_ADDRESSES : own >= this.most;
  }

  /**
   * A token was refused.
   *
   * @param isGuess false for one that was issued: a program that still sends it tries no others.
   * @returns false if this address has to wait.
   */
  failed(address: string, isGuess: boolean): boolean {
    const isBlocked = isGuess && this.isBlocked(address);
    this.turn();
    const before = this.failures.get(address) ?? 0;
    const isLast = isGuess && before === this.most - 1;
    this.onFailure(address, isBlocked ? 'blocked' : isLast ? 'last' : 'free');
    if (isGuess && !isBlocked) this.failures.set(address, before + 1);
    return !isBlocked;
  }

  private turn(): void {
    if (this.now() - this.windowAt < WINDOW_MS) return;
    this.windowAt = this.now();
    this.failures = new Map();
  }
}

/** `last`: from now on, and until the minute ends, the address is `blocked`. */
type AttemptState = 'free' | 'last' | 'blocked';

const WINDOW_MS = 60_000;
const MOST_ADDRESSES = 100_000;
