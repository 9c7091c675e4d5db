import type { Cell } from '../../engine/places/cell';

import type { TitleIndex } from '../../engine/catalogue/title-index';
import { isAttributeName } from '../../engine/contract/attribute-name';
import { faultOf, MESSAGE_LIMIT } from '../../engine/language/cell-fault';
import { sentence } from '../../engine/language/cell-messages';
import { quotation } from '../../engine/language/quotation';
import { splitNames } from '../../engine/places/pasted-names';
import {
  BLANK,
  read,
  faulty,
  unusable,
  type Faulty,
  type Reading,
} from '../../engine/places/fault';
import { blankTailCut, countOf, type Grid, type Size } from './argument-grid';

/** The attributes that a formula asks for, in its order, each read on its own. */
export interface Names extends Size {
  /** In reading order; the size says how they are laid out. */
  readonly list: readonly Reading<string>[];
}

/**
 * A single cell of text holds names with commas between them, as a row. A range holds a name in
 * each cell. A blank between others keeps its place and shows nothing.
 */
export function readNames(grid: Grid, titles?: TitleIndex): Names | Faulty {
  const names =
    countOf(grid) === 1 ? namesInText(grid.cell(0), titles) : namesInRange(grid, titles);
  if (names.list.some((name) => name.kind !== 'blank')) return names;
  return faulty('There are no attributes in variables', 'enter one or more, such as "w_pop_tt"');
}

/**
 * Whether an argument may hold a title where a name belongs, judged without the known names: real
 * names are words joined by underscores.
 */
export function mayHoldTitles(grid: Grid): boolean {
  for (let index = countOf(grid) - 1; index >= 0; index -= 1) {
    const cell = grid.isBlank(index) ? undefined : grid.cell(index);
    if (cell?.kind === 'text' && !splitNames(cell.text).every(hasNamesForm)) return true;
  }
  return false;
}

function hasNamesForm(text: string): boolean {
  return text === '' || (/^\w+$/.test(text) && text.includes('_'));
}

function namesInText(cell: Cell, titles: TitleIndex | undefined): Names {
  if (cell.kind !== 'text') return { rows: 1, columns: 1, list: [readName(cell, titles)] };
  // A title may have a comma in it.
  const isTitle = cell.text.includes(',') && titleFault(cell.text, titles) !== undefined;
  const parts = isTitle ? [cell.text] : splitNames(cell.text);
  const list = parts.map((part) => readWritten(part, titles));
  return { rows: 1, columns: list.length, list };
}

function namesInRange(grid: Grid, titles: TitleIndex | undefined): Names {
  const { rows, columns } = blankTailCut(grid);
  const list = Array.from({ length: rows * columns }, (_, index) => {
    // The grid numbers its cells by its own, uncut width.
    const row = Math.floor(index / columns);
    return readName(grid.cell(row * grid.columns + (index % columns)), titles);
  });
  return { rows, columns, list };
}

/** Reads one cell of names. Desktop Excel passes a blank cell as 0. */
function readName(cell: Cell, titles: TitleIndex | undefined): Reading<string> {
  if (cell.kind === 'blank') return BLANK;
  if (cell.kind === 'text') return readWritten(cell.text, titles);
  if (cell.kind === 'number')
    return cell.number === 0 ? BLANK : readWritten(String(cell.number), titles);
  const { fault } = unusable('An attribute', cell, 'use text');
  const code = cell.kind === 'error' ? fault.code : 'invalid-variable';
  return { kind: 'fault', fault: { ...fault, code } };
}

function readWritten(text: string, titles: TitleIndex | undefined): Reading<string> {
  if (text === '') return BLANK;
  const fault = titleFault(text, titles);
  if (fault !== undefined) return fault;
  const name = text.toLowerCase();
  if (isAttributeName(name)) return read(name);
  const [meant] = titles?.nearly(text) ?? [];
  if (meant === undefined) {
    return { kind: 'fault', fault: faultOf({ code: 'invalid-variable', written: text }) };
  }
  return didYouMean(text, meant, (quoted) => `"${quoted}" isn't an attribute`);
}

/**
 * A known title, offered as the name that it stands for, before anything is asked. The formula is
 * not calculated by the title: it would mean something else, or nothing, on another device, in
 * another language, or after another list has been imported.
 */
function titleFault(text: string, titles: TitleIndex | undefined): Faulty | undefined {
  if (titles === undefined || titles.isName(text)) return undefined;
  const [name, other] = titles.named(text);
  if (name === undefined) return undefined;
  return other === undefined
    ? didYouMean(text, name, (quoted) => `"${quoted}" is a title`)
    : nameFault(`"${quotation(text, 40)}" is the title of several`, `use a name, such as ${name}`);
}

/** The service has no such model, and the workbook has one that is called almost so. */
export function unknownModel(written: string, meant: string): Faulty {
  const { fault } = didYouMean(written, meant, (quoted) => `The service has no model "${quoted}"`);
  return { kind: 'fault', fault: { ...fault, code: 'unknown-model' } };
}

/** The finding is cut, so that the name stays whole: a button writes it into the formula. */
function didYouMean(text: string, name: string, finding: (quoted: string) => string): Faulty {
  const advice = `did you mean "${name}"?`;
  const rest = sentence({ finding: finding(''), advice });
  const quoted = quotation(text, Math.max(10, MESSAGE_LIMIT - 1 - rest.length));
  return nameFault(finding(quoted), advice);
}

function nameFault(finding: string, advice: string): Faulty {
  const message = sentence({ finding, advice });
  return { kind: 'fault', fault: { code: 'invalid-variable', kind: 'value', message } };
}
