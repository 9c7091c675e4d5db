import type { ErrorReply } from './json-reply';
import { Shares, type ShareLimits } from './shares';

/** Counts what waits for an answer and takes memory; what is beyond the limits is refused. */
export class Backlog {
  private readonly values: Shares;
  private readonly bulks = new Shares(BULKS);

  constructor(
    private readonly limits: ShareLimits,
    private readonly onRefused: (why: 'person' | 'all') => void,
  ) {
    this.values = new Shares(limits);
  }

  /** The limit that so many more values of this person would exceed; undefined if they may wait. */
  limitReached(person: string, values: number): 'person' | 'all' | undefined {
    return this.values.limitReached(person, values);
  }

  /** The error, if there is no room for so many more values; otherwise `leave` gives it back. */
  enter(person: string, values: number): ErrorReply | undefined {
    const limit = this.limitReached(person, values);
    if (limit !== undefined) return this.refuse(limit);
    this.values.change(person, values);
    return undefined;
  }

  leave(person: string, values: number): void {
    this.values.change(person, -values);
  }

  /** The error, if a request of many questions would not even be read. */
  enterBulk(person: string): ErrorReply | undefined {
    const limit = this.bulks.limitReached(person, 1) ?? this.limitReached(person, 1);
    if (limit !== undefined) return this.refuse(limit);
    this.bulks.change(person, 1);
    return undefined;
  }

  leaveBulk(person: string): void {
    this.bulks.change(person, -1);
  }

  waitingOf(person: string): { readonly values: number; readonly most: number } {
    return { values: this.values.of(person), most: this.limits.mostOfPerson };
  }

  get waiting(): { readonly values: number; readonly people: number } {
    return { values: this.values.all, people: this.values.count };
  }

  private refuse(why: 'person' | 'all'): ErrorReply {
    this.onRefused(why);
    return why === 'person' ? TOO_MUCH : FULL;
  }
}

/** Each may be a megabyte. The add-in sends four at a time. */
const BULKS: ShareLimits = { mostOfPerson: 16, most: 256 };
const TOO_MUCH: ErrorReply = {
  status: 429,
  reason: 'too-much-waiting',
  message: 'Too many of your questions wait for an answer. Ask again in a few seconds.',
  retryAfterSeconds: 2,
};
const FULL: ErrorReply = {
  status: 503,
  reason: 'too-much-waiting',
  message: 'Too many questions wait here. Ask again in a few seconds.',
  retryAfterSeconds: 5,
};
