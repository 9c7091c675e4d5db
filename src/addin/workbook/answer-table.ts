/** One answer that a workbook carries. */
export interface AnswerRow {
  /** The fingerprint of its subject, 16 hexadecimal digits. */
  readonly fingerprint: string;
  /** An attribute's name, the day of an undated score, '' for a dated one. */
  readonly name: string;
  readonly service: SnapshotService;
  /** Epoch milliseconds; kept to the second. */
  readonly at: number;
  /** Finite, or null for "no value here". */
  readonly value: number | null;
}

/** The service that gave an answer: enough to distinguish it, but no address to call. */
export interface SnapshotService {
  /** 16 hexadecimal digits, from the service's address alone. */
  readonly id: string;
  /** A name that people may see; empty if the address must stay private. */
  readonly name: string;
  /** Whether its values are made up, for trying things out. */
  readonly isSample: boolean;
}

/** What a row answers. */
export type AnsweredQuestion = Pick<AnswerRow, 'fingerprint' | 'name'>;

/** The maximum number of answers that Locus writes into a workbook, or reads from one. */
export const MAX_ANSWERS = 250_000;

/**
 * The answers of a workbook, one to each question. Of two answers to one question it keeps the
 * later one, and of two from the same second always the same one: neither the order in which
 * answers come nor their coming twice makes a difference.
 */
export class AnswerTable implements Iterable<AnswerRow> {
  /** The answers of each subject by what `nameOf` says. */
  private readonly bySubject = new Map<string, Map<string, AnswerRow>>();
  private readonly known = new Map<string, Writable<SnapshotService>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  get subjectCount(): number {
    return this.bySubject.size;
  }

  /** Adds an answer, unless no workbook may hold it. Returns whether that changed the table. */
  add(row: AnswerRow): boolean {
    if (!isSound(row)) return false;
    const { fingerprint, name, at, value } = row;
    const service = this.joined(row.service);
    // A table has no negative zero.
    const kept = value === null ? null : value + 0;
    const answer = { fingerprint, name, service, at: at - (at % 1000), value: kept };
    const answers = this.bySubject.get(fingerprint) ?? new Map<string, AnswerRow>();
    const before = answers.get(nameOf(name));
    if (before !== undefined && order(answer, before) <= 0) return false;
    if (before === undefined) this.count += 1;
    this.bySubject.set(fingerprint, answers.set(nameOf(name), answer));
    return true;
  }

  /** The answers to a subject's questions. */
  of(fingerprint: string): readonly AnswerRow[] {
    return [...(this.bySubject.get(fingerprint)?.values() ?? [])];
  }

  answerTo({ fingerprint, name }: AnsweredQuestion): AnswerRow | undefined {
    return this.bySubject.get(fingerprint)?.get(nameOf(name));
  }

  subjects(): Iterable<readonly [fingerprint: string, answers: ReadonlyMap<string, AnswerRow>]> {
    return this.bySubject;
  }

  *[Symbol.iterator](): Iterator<AnswerRow> {
    for (const answers of this.bySubject.values()) yield* answers.values();
  }

  /** The services that gave an answer, ascending by id. */
  services(): readonly SnapshotService[] {
    const services = new Set(Array.from(this, ({ service }) => service));
    return [...services].sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** One record for each service: a sample stays one, and a name is better than none. */
  private joined({ id, name, isSample }: SnapshotService): SnapshotService {
    const service = this.known.get(id) ?? { id, name, isSample };
    if (name > service.name) service.name = name;
    service.isSample ||= isSample;
    this.known.set(id, service);
    return service;
  }
}

/** Whether a workbook may hold this. */
export function isSound({ fingerprint, name, service, at, value }: AnswerRow): boolean {
  return (
    HEX.test(fingerprint) &&
    NAME.test(name) &&
    HEX.test(service.id) &&
    SERVICE_NAME.test(service.name) &&
    at >= 0 &&
    (value === null || Number.isFinite(value))
  );
}

/** Returns the same text for two rows that answer one question. */
export function questionOf({ fingerprint, name }: AnsweredQuestion): string {
  return `${fingerprint} ${nameOf(name)}`;
}

/** Whether a name is a day, `YYYY-MM-DD`: the name of an undated score. */
export function isDay(name: string): boolean {
  return DAY.test(name);
}

type Writable<Type> = { -readonly [Field in keyof Type]: Type[Field] };

const HEX = /^[0-9a-f]{16}$/;
const NAME = /^(?:[a-z0-9_]{0,255}|\d{4}-\d\d-\d\d)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const SERVICE_NAME = /^[a-z0-9.-]{0,100}$/;

/** A score has no name here, so that an undated one replaces that of an earlier day. */
function nameOf(name: string): string {
  return isDay(name) ? '' : name;
}

/** By time, then day, value ("no value" is lowest), and service. */
function order(one: AnswerRow, other: AnswerRow): number {
  if (one.at !== other.at) return one.at - other.at;
  if (one.name !== other.name) return one.name < other.name ? -1 : 1;
  if (one.value !== other.value)
    return (one.value ?? -Infinity) < (other.value ?? -Infinity) ? -1 : 1;
  return one.service.id < other.service.id ? -1 : Number(one.service.id > other.service.id);
}
