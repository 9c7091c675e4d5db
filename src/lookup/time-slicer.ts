import type { Clock } from './clock';

/**
 * Work that must not hold up the page, in pieces: one piece a turn, in order. Settling 100,000
 * cells at once would otherwise freeze the sheet for the time it takes the host to write them.
 */
export class TimeSlicer {
  private readonly pieces: (() => void)[] = [];
  private head = 0;
  private isScheduled = false;

  constructor(private readonly clock: Clock) {}

  readonly later = (run: () => void): void => {
    this.pieces.push(run);
    this.schedule();
  };

  /** Does something with each item: the first piece now, the others later. */
  each<T>(items: readonly T[], run: (item: T) => void): void {
    for (let start = 0; start < items.length; start += PIECE) {
      const piece = items.slice(start, start + PIECE);
      if (start === 0) piece.forEach(run);
      else this.later(() => piece.forEach(run));
    }
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    this.clock.schedule(0, () => {
      this.isScheduled = false;
      const piece = this.pieces[this.head];
      this.head += 1;
      if (this.head < this.pieces.length) this.schedule();
      else this.pieces.length = this.head = 0;
      piece?.();
    });
  }
}

const PIECE = 500;
