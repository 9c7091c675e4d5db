import { inputAsText, textAsInput } from '../spreadsheet/block-writing';
import type { CellContent, CellInput } from '../spreadsheet/sheet';

/**
 * An input as `Range.formulas` takes it. Excel reads a text as a person's typing; where that would
 * make it a number, a date, a truth value or a formula, an apostrophe keeps it text.
 */
export function toExcelInput(input: CellInput): CellInput {
  if (typeof input !== 'string' || input === '' || input.startsWith('=')) return input;
  const text = inputAsText(input);
  return isPlainText(text) ? text : `'${text}`;
}

/**
 * A cell's content as it would be typed.
 *
 * @param formula as `Range.formulas` has it, where a text may look like a formula.
 * @param value as `Range.values` has it: of a text, the same.
 */
export function fromExcelInput(formula: unknown, value: unknown): CellInput {
  if (typeof formula === 'number' || typeof formula === 'boolean') return formula;
  if (typeof formula !== 'string') return '';
  return formula.startsWith('=') && formula !== value ? formula : textAsInput(formula);
}

/** A cell's value with what Excel says of its kind. */
export function toContent(value: unknown, type: unknown): CellContent {
  if (type === 'Empty') return null;
  if (type === 'Error') return { error: String(value) };
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : null;
}

/** Words without digits, or a name like `w_pop_tt_500`: Excel takes them for nothing else. */
function isPlainText(text: string): boolean {
  return (WORDS.test(text) && !TRUTH.test(text)) || NAME.test(text);
}

const WORDS = /^\p{L}[\p{L}\p{M} _.,;:()&/?!-]*$/u;
const NAME = /^[a-z]\w*_\w*$/i;
const TRUTH = /^(?:true|false)$/i;
