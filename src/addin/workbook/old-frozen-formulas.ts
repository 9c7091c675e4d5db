import { MAX_FORMULA } from '../spreadsheet/block-writing';
import type { FormulaPart } from '../spreadsheet/formula-parts';
import type { SheetArea } from '../spreadsheet/sheet';
import { formulaAt } from './followed-formula';
import { isConsistent, isCount, readAnchor, readArea } from './frozen-formulas';
import type { FrozenBlock, RowRun } from './frozen-formulas';
import { isJsonObject, ownJson, readList } from './json-document';
import type { Json } from './json-document';

/**
 * Reads what versions 1 and 2 kept: pieces of text and indices of references, and many formulas of
 * a column under one name. A name with one formula is a block of today. Of several, each is a block
 * whose name never existed, so that it is listed with the cells where it was. Undefined if the JSON
 * is no such thing.
 */
export function readOldFrozenJson(json: Json): FrozenBlock[] | undefined {
  if (!isJsonObject(json)) return undefined;
  // Version 1 kept formulas that were back in their cells.
  if (ownJson(json, 'thawedAt') !== undefined) return [];
  const at = ownJson(json, 'at');
  const kind = ownJson(json, 'kind') === 'spill' ? 'spill' : 'column';
  const area = readArea(ownJson(json, 'area'));
  const anchor = readAnchor(ownJson(json, 'anchor'));
  const references = readList(ownJson(json, 'references'), MOST_REFERENCES, readReference);
  const formulas = readList(ownJson(json, 'formulas'), MOST, readParts);
  const runs = readList(ownJson(json, 'runs'), MOST, readRun);
  const blanks = ownJson(json, 'blanks');
  if (!isCount(at, 0) || area === undefined || anchor === undefined) return undefined;
  if (references === undefined || formulas === undefined || runs === undefined) return undefined;
  const state = ownJson(json, 'isLeft') === true ? 'left' : 'value';
  const rows = kind === 'spill' ? 1 : area.rows;
  /** A block with a formula, from a row of the run on. */
  const blockOf = (formula: number, row: number, runsOf: readonly RowRun[]): FrozenBlock => {
    const used = (formulas[formula] ?? []).map((part) =>
      typeof part === 'string' ? part : references[part],
    );
    const read = used.flatMap((part) => (typeof part === 'object' ? [part] : []));
    const parts = used.map((part) => (typeof part === 'object' ? part.reference : (part ?? '')));
    const now = read.map((reference) => reference.area);
    return {
      ...{ anchor, at, kind, area, rows: runsOf },
      formula: formulaAt(parts, now, row, { sheet: area.sheet, rows }),
      reads: read.map((reference) => reference.anchor),
    };
  };
  if (kind === 'spill') return consistent([blockOf(0, 0, [[state, 1]])]);
  if (formulas.length === 1) {
    const all = runs.map(([formula, count]): RowRun => [formula < 0 ? 'none' : state, count]);
    const block = blockOf(0, 0, all);
    return consistent([isCount(blanks, 0) ? { ...block, blanks } : block]);
  }
  let row = 0;
  return consistent(
    runs.flatMap(([formula, count]) => {
      const from = row;
      row += count;
      if (formula < 0) return [];
      const place = { ...area, row: area.row + from, rows: count };
      const block = blockOf(formula, from, [['left', count]]);
      return [{ ...block, anchor: `${anchor}_row${from}`, area: place, reads: [] }];
    }),
  );
}

const MOST_REFERENCES = 200;
const MOST = 500_000;
const FORMS: ReadonlySet<Json | undefined> = new Set(['cell', 'range', 'columns', 'rows']);

function consistent(blocks: FrozenBlock[]): FrozenBlock[] | undefined {
  return blocks.every(isConsistent) ? blocks : undefined;
}

interface OldReference {
  readonly anchor: string;
  readonly area: SheetArea;
  readonly reference: Exclude<FormulaPart, string>;
}

function readReference(json: Json): OldReference | undefined {
  if (!isJsonObject(json)) return undefined;
  const anchor = readAnchor(ownJson(json, 'anchor'));
  const area = readArea(ownJson(json, 'area'));
  const form = ownJson(json, 'form');
  const fixed = ownJson(json, 'fixed');
  if (anchor === undefined || area === undefined || !FORMS.has(form)) return undefined;
  if (typeof fixed !== 'string') return undefined;
  const sheet = ownJson(json, 'isQualified') === true ? area.sheet : undefined;
  // A `$` was `c` and `r` for the first corner's column and row, `C` and `R` for the second's.
  const corner = (column: string, row: string) => {
    const place = { row: 0, column: 0 };
    return { ...place, isColumnFixed: fixed.includes(column), isRowFixed: fixed.includes(row) };
  };
  const reference = { sheet, form, start: corner('c', 'r'), end: corner('C', 'R') };
  return { anchor, area, reference: reference as OldReference['reference'] };
}

function readParts(json: Json): (string | number)[] | undefined {
  return readList(json, MAX_FORMULA, (part) =>
    typeof part === 'string' || isCount(part, 0) ? part : undefined,
  );
}

function readRun(json: Json): [number, number] | undefined {
  if (!Array.isArray(json)) return undefined;
  const [formula, rows] = json as readonly Json[];
  return isCount(formula, -1) && isCount(rows, 1) ? [formula, rows] : undefined;
}
