import type { Fingerprint } from './fingerprint';

/**
 * Answers in columns: 50,000 take a megabyte, where as many objects would take ten. Subjects are in
 * the order of their fingerprints, each one's answers in the order of their names. Immutable.
 */
export interface AnswerTable {
  /**
   * Ascending by code units, all used: attribute names, days of undated scores, '' for dated ones.
   */
  readonly names: readonly string[];
  /** Ascending by id, all used. */
  readonly services: readonly SnapshotService[];
  /** The two halves of each subject's fingerprint. */
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  /** Where each subject's answers begin in the columns below; one entry more than subjects. */
  readonly first: Uint32Array;
  /** Indices into `names` and `services`. */
  readonly name: Uint32Array;
  readonly service: Uint32Array;
  /** Epoch seconds. */
  readonly at: Float64Array;
  /** NaN for "no value here". */
  readonly value: Float64Array;
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

/** Locus neither writes nor reads more. */
export const MAX_ANSWERS = 250_000;

export const EMPTY_TABLE: AnswerTable = {
  names: [],
  services: [],
  high: new Uint32Array(0),
  low: new Uint32Array(0),
  first: new Uint32Array(1),
  name: new Uint32Array(0),
  service: new Uint32Array(0),
  at: new Float64Array(0),
  value: new Float64Array(0),
};

export function answerCount({ value }: AnswerTable): number {
  return value.length;
}

/** The subject with this fingerprint, or -1. */
export function subjectIndex({ high, low }: AnswerTable, print: Fingerprint): number {
  let from = 0;
  let to = high.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const order = comparePrints(
      high[middle] as number,
      low[middle] as number,
      print.high,
      print.low,
    );
    if (order === 0) return middle;
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return -1;
}

export function comparePrints(high: number, low: number, otherHigh: number, otherLow: number) {
  return high === otherHigh ? low - otherLow : high - otherHigh;
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

const TABLE_NAME = /^(?:[a-z0-9_]{0,255}|\d{4}-\d\d-\d\d)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const SERVICE_ID = /^[0-9a-f]{16}$/;
const SERVICE_NAME = /^[a-z0-9.-]{0,100}$/;
