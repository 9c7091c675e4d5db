import { comparePrints } from './answer-table';
import type { AnswerTable, SnapshotService } from './answer-table';
import { TableWriter } from './table-writer';

/**
 * All that either table has: of two answers to one question the later one, and of two from the same
 * second always the same one. Neither the order of merging nor merging twice makes a difference.
 */
export function mergeTables(one: AnswerTable, other: AnswerTable): AnswerTable {
  const names = unionOf(one.names, other.names, (name) => name);
  const services = unionOf(one.services, other.services, ({ id }) => id, better);
  const merging = {
    mine: { table: one, names: names.mine, services: services.mine },
    theirs: { table: other, names: names.theirs, services: services.theirs },
    writer: new TableWriter(
      one.high.length + other.high.length,
      one.value.length + other.value.length,
    ),
  };
  let mine = 0;
  let theirs = 0;
  while (mine < one.high.length || theirs < other.high.length) {
    const order = orderOf(one, mine, other, theirs);
    const [table, subject] = order <= 0 ? [one, mine] : [other, theirs];
    merging.writer.begin(table.high[subject] as number, table.low[subject] as number);
    if (order === 0) addBoth(merging, mine, theirs);
    else addAll(merging.writer, order < 0 ? merging.mine : merging.theirs, subject);
    if (order <= 0) mine += 1;
    if (order >= 0) theirs += 1;
  }
  return merging.writer.finish(names.all, services.all);
}

/** A table, and the positions of its names and services among those of both. */
interface Side {
  readonly table: AnswerTable;
  readonly names: Uint32Array;
  readonly services: Uint32Array;
}

interface Merging {
  readonly mine: Side;
  readonly theirs: Side;
  readonly writer: TableWriter;
}

/** Which subject comes first; a table with none left comes last. */
function orderOf(one: AnswerTable, mine: number, other: AnswerTable, theirs: number): number {
  if (mine >= one.high.length) return 1;
  if (theirs >= other.high.length) return -1;
  return comparePrints(
    one.high[mine] as number,
    one.low[mine] as number,
    other.high[theirs] as number,
    other.low[theirs] as number,
  );
}

function addAll(writer: TableWriter, side: Side, subject: number): void {
  const { first } = side.table;
  for (let at = first[subject] as number; at < (first[subject + 1] as number); at += 1) {
    add(writer, side, at);
  }
}

function addBoth({ mine, theirs, writer }: Merging, subject: number, other: number): void {
  let at = mine.table.first[subject] as number;
  let otherAt = theirs.table.first[other] as number;
  const end = mine.table.first[subject + 1] as number;
  const otherEnd = theirs.table.first[other + 1] as number;
  while (at < end || otherAt < otherEnd) {
    const name = at < end ? nameOf(mine, at) : Number.POSITIVE_INFINITY;
    const otherName = otherAt < otherEnd ? nameOf(theirs, otherAt) : Number.POSITIVE_INFINITY;
    if (name < otherName) add(writer, mine, at);
    else if (name > otherName) add(writer, theirs, otherAt);
    else if (isLater(mine, at, theirs, otherAt)) add(writer, mine, at);
    else add(writer, theirs, otherAt);
    if (name <= otherName) at += 1;
    if (otherName <= name) otherAt += 1;
  }
}

function add(writer: TableWriter, side: Side, at: number): void {
  const { table, services } = side;
  const service = services[table.service[at] as number] as number;
  writer.add(nameOf(side, at), service, table.at[at] as number, table.value[at] as number);
}

function nameOf({ table, names }: Side, at: number): number {
  return names[table.name[at] as number] as number;
}

/** By time, then value ("no value" is lowest), then service. */
function isLater(mine: Side, at: number, theirs: Side, otherAt: number): boolean {
  const time = (mine.table.at[at] as number) - (theirs.table.at[otherAt] as number);
  if (time !== 0) return time > 0;
  const value = mine.table.value[at] as number;
  const otherValue = theirs.table.value[otherAt] as number;
  if (!Object.is(value, otherValue)) return Number.isNaN(otherValue) || value > otherValue;
  return serviceOf(mine, at) >= serviceOf(theirs, otherAt);
}

function serviceOf({ table, services }: Side, at: number): number {
  return services[table.service[at] as number] as number;
}

interface Union<Item> {
  readonly all: readonly Item[];
  /** The positions of each list's items in `all`. */
  readonly mine: Uint32Array;
  readonly theirs: Uint32Array;
}

function unionOf<Item>(
  mine: readonly Item[],
  theirs: readonly Item[],
  keyOf: (item: Item) => string,
  choose: (one: Item, other: Item) => Item = (one) => one,
): Union<Item> {
  const byKey = new Map<string, Item>();
  for (const item of [...mine, ...theirs]) {
    const known = byKey.get(keyOf(item));
    byKey.set(keyOf(item), known === undefined ? item : choose(known, item));
  }
  const keys = [...byKey.keys()].sort();
  const places = new Map(keys.map((key, place) => [key, place]));
  const placesOf = (items: readonly Item[]): Uint32Array =>
    Uint32Array.from(items, (item) => places.get(keyOf(item)) as number);
  return {
    all: keys.map((key) => byKey.get(key) as Item),
    mine: placesOf(mine),
    theirs: placesOf(theirs),
  };
}

/** Combines two records of one service: a sample stays one, and a name is better than none. */
function better(one: SnapshotService, other: SnapshotService): SnapshotService {
  const name = one.name > other.name ? one.name : other.name;
  return { id: one.id, name, isSample: one.isSample || other.isSample };
}
