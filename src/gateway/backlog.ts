import type { ErrorReply } from './json-reply';

export interface WaitingLimits {
  /** Values that one person's requests may wait for at once, and everybody's. */
  readonly mostOfPerson: number;
  readonly most: number;
}

/** Counts what waits for an answer and takes memory; what is beyond the limits is refused. */
export class Backlog {
  private readonly people = new Map<string, { values: number; bulks: number }>();
  private values = 0;
  private bulks = 0;

  constructor(
    private readonly limits: WaitingLimits,
    private readonly onRefused: (why: 'person' | 'all') => void,
  ) {}

  /** The limit that so many more values of this person would exceed; undefined if they may wait. */
  limitReached(person: string, values: number): 'person' | 'all' | undefined {
    const own = this.people.get(person)?.values ?? 0;
    const { mostOfPerson, most } = this.limits;
    // Somebody for whom nothing waits may always ask, however much at once.
    if (own > 0 && own + values > mostOfPerson) return 'person';
    return this.values > 0 && this.values + values > most ? 'all' : undefined;
  }

  /** The error, if there is no room for so many more values; otherwise `leave` gives it back. */
  enter(person: string, values: number): ErrorReply | undefined {
    const limit = this.limitReached(person, values);
    if (limit !== undefined) return this.refuse(limit);
    this.change(person, values, 0);
    return undefined;
  }

  leave(person: string, values: number): void {
    this.change(person, -values, 0);
  }

  /** The error, if a request of many questions would not even be read. */
  enterBulk(person: string): ErrorReply | undefined {
    const { values, bulks } = this.people.get(person) ?? { values: 0, bulks: 0 };
    const { mostOfPerson, most } = this.limits;
    if (bulks >= MOST_BULKS_OF_PERSON || values >= mostOfPerson) return this.refuse('person');
    if (this.bulks >= MOST_BULKS || this.values >= most) return this.refuse('all');
    this.change(person, 0, 1);
    return undefined;
  }

  leaveBulk(person: string): void {
    this.change(person, 0, -1);
  }

  waitingOf(person: string): { readonly values: number; readonly most: number } {
    return { values: this.people.get(person)?.values ?? 0, most: this.limits.mostOfPerson };
  }

  get waiting(): { readonly values: number; readonly people: number } {
    return { values: this.values, people: this.people.size };
  }

  private change(person: string, values: number, bulks: number): void {
    this.values += values;
    this.bulks += bulks;
    const own = this.people.get(person) ?? { values: 0, bulks: 0 };
    own.values += values;
    own.bulks += bulks;
    if (own.values === 0 && own.bulks === 0) this.people.delete(person);
    else this.people.set(person, own);
  }

  private refuse(why: 'person' | 'all'): ErrorReply {
    this.onRefused(why);
    return why === 'person' ? TOO_MUCH : FULL;
  }
}

/** Each may be a megabyte. The add-in sends four at a time. */
const MOST_BULKS_OF_PERSON = 16;
const MOST_BULKS = 256;
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
