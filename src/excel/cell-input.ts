import { inputAsText, textAsInput } from '../addin/spreadsheet/block-writing';
import type { CellInput } from '../addin/spreadsheet/sheet';
import type { CellContent } from '../engine/places/cell';

/**
 * Returns an input as `Range.formulas` takes it. Excel reads a text as if a person typed it; where
 * that might make it a number, a date, a boolean or a formula, an apostrophe keeps it text.
 */
export function toExcelInput(input: CellInput): CellInput {
  if (typeof input !== 'string' || input === '' || input.startsWith('=')) return input;
  const text = inputAsText(input);
  return isPlainText(text) ? text : `'${text}`;
}

/**
 * Returns a cell's content as a person would type it.
 *
 * @param formula as `Range.formulas` has it, where a text may look like a formula.
 * @param value as `Range.values` has it: for a text, the same.
 */
export function fromExcelInput(formula: unknown, value: unknown): CellInput {
  if (typeof formula === 'number' || typeof formula === 'boolean') return formula;
  if (typeof formula !== 'string') return '';
  return formula.startsWith('=') && formula !== value ? formula : textAsInput(formula);
}

/** Returns a cell's content, from its value and the type that Excel gives. */
export function toContent(value: unknown, type: unknown): CellContent {
  if (type === 'Empty') return null;
  if (type === 'Error') return { error: String(value) };
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : null;
}

/** Words without digits, or a name like `w_pop_tt_500`: Excel always reads these as text. */
function isPlainText(text: string): boolean {
  return (WORDS.test(text) && !TRUTH.test(text)) || NAME.test(text);
}

const WORDS = /^\p{L}[\p{L}\p{M} _.,;:()&/?!-]*$/u;
const NAME = /^[a-z]\w*_\w*$/i;
const TRUTH = /^(?:true|false)$/i;
