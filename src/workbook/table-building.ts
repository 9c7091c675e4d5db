import { comparePrints, EMPTY_TABLE, isDay, isTableName, isTableService } from './answer-table';
import type { AnswerTable, SnapshotService } from './answer-table';
import type { Slicer } from '../lookup';
import type { Fingerprint } from './fingerprint';
import { mergeTables } from './table-merge';
import { TableWriter } from './table-writer';

/** One answer, on its way into a table. */
export interface AnswerRow {
  readonly print: Fingerprint;
  /** The subject's fingerprint until 2026-11-22. */
  readonly oldPrint?: Fingerprint;
  readonly name: string;
  readonly service: SnapshotService;
  /** Epoch milliseconds; kept to the second. */
  readonly at: number;
  /** Finite, or null for "no value here". */
  readonly value: number | null;
}

/** Rows that fit in one turn of the page. */
const PIECE = 1_024;

/** Builds a table from any number of rows in any order; leaves out rows that no table may hold. */
export async function buildTable(rows: Iterable<AnswerRow>, slice: Slicer): Promise<AnswerTable> {
  const pieces: AnswerTable[] = [];
  let piece: AnswerRow[] = [];
  for (const row of rows) {
    if (isSound(row)) piece.push(row);
    if (piece.length < PIECE) continue;
    pieces.push(tableOf(piece));
    piece = [];
    await slice();
  }
  pieces.push(tableOf(piece));
  return mergeAll(pieces, slice);
}

/** Merges tables of similar size: neighbours first, so that none is copied often. */
export async function mergeAll(
  tables: readonly AnswerTable[],
  slice: Slicer,
): Promise<AnswerTable> {
  let left = tables.length === 0 ? [EMPTY_TABLE] : [...tables];
  while (left.length > 1) {
    const merged: AnswerTable[] = [];
    for (let index = 0; index < left.length; index += 2) {
      const [one, other] = [left[index] as AnswerTable, left[index + 1]];
      merged.push(other === undefined ? one : mergeTables(one, other));
      await slice();
    }
    left = merged;
  }
  return left[0] as AnswerTable;
}

/** The table with only the answers that may stay. */
export function filterTable(
  table: AnswerTable,
  mayStay: (subject: number, answer: number) => boolean,
): AnswerTable {
  const writer = new TableWriter(table.high.length, table.value.length);
  for (let subject = 0; subject < table.high.length; subject += 1) {
    writer.begin(table.high[subject] as number, table.low[subject] as number);
    const end = table.first[subject + 1] as number;
    for (let answer = table.first[subject] as number; answer < end; answer += 1) {
      if (mayStay(subject, answer)) {
        writer.add(
          table.name[answer] as number,
          table.service[answer] as number,
          table.at[answer] as number,
          table.value[answer] as number,
        );
      }
    }
  }
  return writer.finish(table.names, table.services);
}

/** Drops undated scores of earlier days if there is one of a later day: each counts for its day. */
export function withoutOldDays(table: AnswerTable): AnswerTable {
  const days = table.names.map(isDay);
  if (days.filter(Boolean).length < 2) return table;
  return filterTable(table, (subject, answer) => {
    const last = (table.first[subject + 1] as number) - 1;
    const isOfDay = days[table.name[answer] as number] === true;
    // An undated score's only names are days, in order.
    return !isOfDay || answer === last;
  });
}

function isSound({ name, service, at, value }: AnswerRow): boolean {
  return (
    isTableName(name) &&
    isTableService(service) &&
    Number.isFinite(at) &&
    at >= 0 &&
    (value === null || Number.isFinite(value))
  );
}

function tableOf(rows: readonly AnswerRow[]): AnswerTable {
  if (rows.length === 0) return EMPTY_TABLE;
  const sorted = [...rows].sort(inOrder);
  const names = [...new Set(rows.map(({ name }) => name))].sort();
  const byId = new Map(rows.map(({ service }) => [service.id, service]));
  const ids = [...byId.keys()].sort();
  const nameAt = new Map(names.map((name, index) => [name, index]));
  const serviceAt = new Map(ids.map((id, index) => [id, index]));
  const writer = new TableWriter(rows.length, rows.length);
  sorted.forEach((row, index) => {
    const { print, name, service, at, value } = row;
    const [before, next] = [sorted[index - 1], sorted[index + 1]];
    if (before === undefined || !isOfSame(before, row)) writer.begin(print.high, print.low);
    // The last of several answers to one question is the one that counts.
    if (next !== undefined && isOfSame(next, row) && next.name === name) return;
    writer.add(
      nameAt.get(name) as number,
      serviceAt.get(service.id) as number,
      secondOf(at),
      valueIn(value),
    );
  });
  return writer.finish(
    names,
    ids.map((id) => byId.get(id) as SnapshotService),
  );
}

function isOfSame(one: AnswerRow, other: AnswerRow): boolean {
  return one.print.high === other.print.high && one.print.low === other.print.low;
}

/** The later of two answers to one question comes last, as when tables are merged. */
function inOrder(one: AnswerRow, other: AnswerRow): number {
  return (
    comparePrints(one.print.high, one.print.low, other.print.high, other.print.low) ||
    compareTexts(one.name, other.name) ||
    secondOf(one.at) - secondOf(other.at) ||
    (one.value ?? LEAST) - (other.value ?? LEAST) ||
    compareTexts(one.service.id, other.service.id)
  );
}

/** Below every finite number. */
const LEAST = Number.NEGATIVE_INFINITY;

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function secondOf(at: number): number {
  return Math.floor(at / 1000);
}

/** A table has no negative zero. */
function valueIn(value: number | null): number {
  return value === null ? Number.NaN : value + 0;
}
