import type { Formulas } from './formulas';
import type { CellError } from '../spreadsheet/host';
import type { CellErrorKind } from '../../engine/language/cell-messages';

/**
 * This module's only state. Excel calls custom functions by name, as soon as the page has loaded,
 * so nothing can be passed to them. They wait here for what they need.
 */
let fulfil: (ready: Formulas) => void;
const provided = new Promise<Formulas>((resolve) => (fulfil = resolve));
let current: Formulas = {
  attributes: async (...given) => (await provided).attributes(...given),
  attributesOfAddress: async (...given) => (await provided).attributesOfAddress(...given),
  score: async (...given) => (await provided).score(...given),
  scoreOfCoordinates: async (...given) => (await provided).scoreOfCoordinates(...given),
  variablesText: async (...given) => (await provided).variablesText(...given),
  catalogue: async (...given) => (await provided).catalogue(...given),
  distance: async (...given) => (await provided).distance(...given),
  nearest: async (...given) => (await provided).nearest(...given),
};

/**
 * What the functions calculate with; its calls wait until a host is provided. Not a promise: a host
 * calls 100,000 functions in one task, and each await would cost each call a turn.
 */
export function formulas(): Formulas {
  return current;
}

/** Lets the functions work. A later host's formulas replace those of an earlier one. */
export function provideFunctions(ready: Formulas): void {
  current = ready;
  fulfil(ready);
}

/**
 * Ends the wait if no host can be provided: each cell shows the message, as an error if the host
 * can make one, else as text. A host that is provided later takes over.
 */
export function failFunctions(
  message: string,
  cellError?: (kind: CellErrorKind, message: string) => CellError,
): void {
  const rows = () => Promise.resolve([[cellError?.('not-available', message) ?? message]]);
  provideFunctions({
    attributes: rows,
    attributesOfAddress: rows,
    score: rows,
    scoreOfCoordinates: rows,
    variablesText: rows,
    catalogue: rows,
    distance: rows,
    nearest: rows,
  });
}
