/** How many calls were made within the last quarter of an hour, to the minute. */
export class UnapprovedCalls {
  /** The oldest first. */
  private minutes: { readonly at: number; calls: number }[] = [];

  add(now: number): void {
    const at = Math.floor(now / MINUTE_MS);
    const last = this.minutes.at(-1);
    if (last?.at === at) last.calls += 1;
    else this.minutes.push({ at, calls: 1 });
  }

  /** One of the last calls was not made after all. */
  takeBack(): void {
    const last = this.minutes.at(-1);
    if (last !== undefined && last.calls > 0) last.calls -= 1;
  }

  count(now: number): number {
    const oldest = now / MINUTE_MS - MINUTES;
    return this.minutes.reduce((sum, { at, calls }) => (at < oldest ? sum : sum + calls), 0);
  }

  /** Forgets what is too old to count. */
  expire(now: number): void {
    const oldest = now / MINUTE_MS - MINUTES;
    if ((this.minutes[0]?.at ?? oldest) < oldest) {
      this.minutes = this.minutes.filter(({ at }) => at >= oldest);
    }
  }

  clear(): void {
    this.minutes = [];
  }
}

const MINUTE_MS = 60_000;
const MINUTES = 15;
