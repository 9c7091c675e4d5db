import { isWhole } from '../contract/request-fields';
import { unwrapped, visibleText } from './folded-text';

/** What a cell contains: null if it is empty, and an error as its text, such as `#N/A`. */
export type CellContent = string | number | boolean | null | { readonly error: string };

/** The content of one cell of an argument, however the host passed it. */
export type Cell =
  | { readonly kind: 'blank' }
  /** Finite. */
  | { readonly kind: 'number'; readonly number: number }
  /** Not empty, and no longer than a cell can be. Invisible marks around and in it are removed. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'boolean'; readonly boolean: boolean }
  /** As the sheet shows it: `#REF!`. */
  | { readonly kind: 'error'; readonly error: string }
  /**
   * Text that has lost letters, as half a surrogate pair, U+FFFD or question marks show, or a
   * number that a column too narrow shows as `########`.
   */
  | { readonly kind: 'broken' }
  /** A value that no cell can hold. */
  | { readonly kind: 'unreadable' };

/** Excel's limit on the text in a cell, in UTF-16 units. */
export const MAX_CELL_TEXT = 32_767;

/** Reads what a host passes for a cell. Never throws. */
export function readCell(value: unknown): Cell {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? { kind: 'number', number: value } : UNREADABLE;
    case 'string':
      return readText(value);
    case 'boolean':
      return { kind: 'boolean', boolean: value };
    case 'undefined':
      return BLANK;
    case 'object':
      return value === null ? BLANK : readObject(value);
    default:
      return UNREADABLE;
  }
}

/**
 * Whether the cell looks empty. Excel passes a blank cell as 0 on the desktop, as null on the web,
 * and in a range as "" or 0. So a 0 counts as blank wherever 0 itself means nothing.
 */
export function isBlankOrZero(value: unknown): boolean {
  return (
    value === '' ||
    value === null ||
    value === undefined ||
    value === 0 ||
    (typeof value === 'string' && value.trim() === '') ||
    (typeof value === 'object' && isBlankData(value))
  );
}

const BLANK: Cell = { kind: 'blank' };
const UNREADABLE: Cell = { kind: 'unreadable' };

const ERRORS: ReadonlySet<string> = new Set([
  '#N/A',
  '#VALUE!',
  '#REF!',
  '#DIV/0!',
  '#NUM!',
  '#NAME?',
  '#NULL!',
  '#SPILL!',
  '#CALC!',
  '#BUSY!',
  '#GETTING_DATA',
  '#CONNECT!',
  '#BLOCKED!',
  '#FIELD!',
  '#UNKNOWN!',
  '#EXTERNAL!',
  '#PYTHON!',
  '#ERROR!',
]);
/** What Google Sheets, LibreOffice and data terminals show: `Loading...`, `Err:502`, `#N/A N/A`. */
const OTHER_ERRORS = /^(?:Loading(?:\.{3}|…)|Err:\d{3}|#N\/A .*)$/;

/** `?? ???? ???` and `\ud800`, where letters are lost; `Cafe??` and `?` may be what a person typed. */
const LOST = /^#{3,}$|\\ud[89a-f][\da-f]{2}|(?:^|[\s,;:.()/&'"-])\?{2,}(?=$|[\s,;:.()/&'"-])/i;

function readText(value: string): Cell {
  if (value.length > MAX_CELL_TEXT) return UNREADABLE;
  const text = unwrapped(visibleText(value));
  if (text === '') return BLANK;
  if (!isWhole(text) || LOST.test(text)) return { kind: 'broken' };
  const isError = ERRORS.has(text) || OTHER_ERRORS.test(text);
  return isError ? { kind: 'error', error: text } : { kind: 'text', text };
}

/** Whether a data type stands for an empty cell or 0: `{ type: 'Empty', basicValue: '' }`. */
function isBlankData(value: object): boolean {
  const cell = readObject(value);
  return cell.kind === 'blank' || (cell.kind === 'number' && cell.number === 0);
}

/**
 * An error arrives as Excel's CustomFunctions.Error (its `code` is `#N/A` and the like), as a data
 * type with a `basicValue`, or as the workbench's error with a `text`. A cell of Geography, Stocks
 * and the like counts as the name that it shows, because its basic value is always `#VALUE!`. Other
 * data types count as their basic value.
 */
function readObject(value: object): Cell {
  if (Array.isArray(value)) return UNREADABLE;
  try {
    const { code, basicValue, text, type } = value as Record<string, unknown>;
    const isEntity = type === 'LinkedEntity' || type === 'Entity';
    if (isEntity && typeof text === 'string') return readText(text);
    for (const error of [code, basicValue, text]) {
      if (typeof error === 'string' && ERRORS.has(error)) return { kind: 'error', error };
    }
    if (code !== undefined || value instanceof Error) return { kind: 'error', error: '#VALUE!' };
    const isObject = typeof basicValue === 'object' || basicValue === undefined;
    return isObject ? UNREADABLE : readCell(basicValue);
  } catch {
    // A getter or a proxy may throw; such a value is unreadable.
    return UNREADABLE;
  }
}
