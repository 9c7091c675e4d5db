import type { Slicer } from '../../engine/lookup';

/** One answer, on its way into a table. */
export interface AnswerRow {
  /** The fingerprint of its subject, 16 hexadecimal digits. */
  readonly print: string;
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

/** An answer as a table keeps it. */
export interface KeptAnswer {
  /** Epoch seconds. */
  readonly at: number;
  readonly value: number | null;
  readonly serviceId: string;
}

/** A subject's answers by name. */
export type KeptAnswers = ReadonlyMap<string, KeptAnswer>;

/** Locus neither writes nor reads more. */
export const MAX_ANSWERS = 250_000;

/**
 * Answers by the fingerprint of their subject, and by name. Of two answers to one question it keeps
 * the later one, and of two from the same second always the same one: neither the order in which
 * answers come nor their coming twice makes a difference.
 */
export class AnswerTable {
  private readonly subjects = new Map<string, Map<string, KeptAnswer>>();
  private readonly known = new Map<string, SnapshotService>();
  /** Names that are known to be sound: few names have most of the answers. */
  private readonly names = new Set<string>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  get subjectCount(): number {
    return this.subjects.size;
  }

  /** Whether this changed anything. Leaves out what no table may hold. */
  add({ print, name, service, at, value }: AnswerRow): boolean {
    if (!(at >= 0) || !isValue(value) || !this.takesName(name) || !this.takes(service))
      return false;
    // A table has no negative zero.
    const kept = value === null ? null : value + 0;
    const answer: KeptAnswer = { at: Math.floor(at / 1000), value: kept, serviceId: service.id };
    const answers = this.subjects.get(print) ?? new Map<string, KeptAnswer>();
    const before = answers.get(name);
    if (before !== undefined && order(answer, before) <= 0) return false;
    if (before === undefined) this.count += 1;
    this.subjects.set(print, answers.set(name, answer));
    return true;
  }

  /** Drops some answers; whether there were any to drop. */
  async drop(
    isUnwanted: (print: string, name: string, answers: KeptAnswers) => boolean,
    slice: Slicer,
  ): Promise<boolean> {
    const before = this.count;
    let looked = 0;
    for (const [print, answers] of this.subjects) {
      for (const name of answers.keys()) {
        if (isUnwanted(print, name, answers) && answers.delete(name)) this.count -= 1;
      }
      if (answers.size === 0) this.subjects.delete(print);
      if ((looked += 1) % SUBJECTS_AT_ONCE === 0) await slice();
    }
    return this.count < before;
  }

  of(print: string): KeptAnswers {
    return this.subjects.get(print) ?? NONE;
  }

  entries(): Iterable<readonly [print: string, answers: KeptAnswers]> {
    return this.subjects;
  }

  service(id: string): SnapshotService {
    return this.known.get(id) ?? { id, name: '', isSample: false };
  }

  /** Those that gave an answer, ascending by id. */
  services(): readonly SnapshotService[] {
    const ids = new Set<string>();
    for (const answers of this.subjects.values()) {
      for (const { serviceId } of answers.values()) ids.add(serviceId);
    }
    return [...ids].sort().map((id) => this.service(id));
  }

  private takesName(name: string): boolean {
    if (this.names.has(name)) return true;
    if (!isTableName(name)) return false;
    this.names.add(name);
    return true;
  }

  /** Combines two records of one service: a sample stays one, and a name is better than none. */
  private takes(service: SnapshotService): boolean {
    const { id } = service;
    const other = this.known.get(id);
    if (other?.name === service.name && other.isSample === service.isSample) return true;
    if (!isTableService(service)) return false;
    const name = other !== undefined && other.name > service.name ? other.name : service.name;
    this.known.set(id, { id, name, isSample: service.isSample || other?.isSample === true });
    return true;
  }
}

/** A name that a table may hold. */
export function isTableName(name: string): boolean {
  return TABLE_NAME.test(name);
}

export function isTableService({ id, name }: SnapshotService): boolean {
  return SERVICE_ID.test(id) && SERVICE_NAME.test(name);
}

/** Whether a name is a day, `YYYY-MM-DD`: the name of an undated score. */
export function isDay(name: string): boolean {
  return DAY.test(name);
}

const SUBJECTS_AT_ONCE = 256;
const NONE: KeptAnswers = new Map();
const TABLE_NAME = /^(?:[a-z0-9_]{0,255}|\d{4}-\d\d-\d\d)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const SERVICE_ID = /^[0-9a-f]{16}$/;
const SERVICE_NAME = /^[a-z0-9.-]{0,100}$/;

function isValue(value: number | null): boolean {
  return value === null || Number.isFinite(value);
}

/** By time, then value ("no value" is lowest), then service. */
function order(one: KeptAnswer, other: KeptAnswer): number {
  if (one.at !== other.at) return one.at - other.at;
  if (one.value !== other.value)
    return (one.value ?? -Infinity) < (other.value ?? -Infinity) ? -1 : 1;
  return one.serviceId < other.serviceId ? -1 : Number(one.serviceId > other.serviceId);
}
