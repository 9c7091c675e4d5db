/**
 * Counts failed sign-ins by address and minute. Guessing 256 random bits is hopeless; the limit
 * keeps attempts from costing us much, and shows who tries.
 */
export class AttemptLimiter {
  private failures = new Map<string, number>();
  private windowAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly most: number,
    private readonly now: () => number,
  ) {}

  /** Whether this address has failed too often within this minute. */
  isBlocked(address: string): boolean {
    this.turn();
    return (this.failures.get(address) ?? 0) >= this.most;
  }

  failed(address: string): void {
    this.turn();
    // An attacker with very many addresses must not fill the memory.
    if (this.failures.size < MOST_ADDRESSES || this.failures.has(address)) {
      this.failures.set(address, (this.failures.get(address) ?? 0) + 1);
    }
  }

  private turn(): void {
    if (this.now() - this.windowAt < WINDOW_MS) return;
    this.windowAt = this.now();
    this.failures = new Map();
  }
}

const WINDOW_MS = 60_000;
const MOST_ADDRESSES = 100_000;
