import { createFormulas } from './formulas';
import type { Formulas } from './formulas';
import type { CellErrorKind, CellError, FunctionHost } from './function-host';

/**
 * The one state of this module: Excel calls custom functions by name, so nothing can be passed to
 * them, and it calls them as soon as the page has loaded. They wait here for what they need.
 */
let formulas: Promise<Formulas>;
let fulfil: (ready: Formulas) => void;
formulas = new Promise((resolve) => (fulfil = resolve));

/** Lets the functions work. A later host takes the place of an earlier one. */
export function provideFunctionHost(host: FunctionHost): void {
  provide(createFormulas(host));
}

/**
 * Ends the waiting where no host can be provided: each cell shows the message, as an error where
 * the host can still make one, else as text. A host that is provided later takes over.
 */
export function failFunctionHost(
  message: string,
  cellError?: (kind: CellErrorKind, message: string) => CellError,
): void {
  const rows = () => Promise.resolve([[cellError?.('not-available', message) ?? message]]);
  provide({
    attributes: rows,
    attributesOfAddress: rows,
    score: rows,
    scoreOfCoordinates: rows,
    variablesText: rows,
    catalogue: rows,
  });
}

export function whenFormulas(): Promise<Formulas> {
  return formulas;
}

function provide(ready: Formulas): void {
  fulfil(ready);
  formulas = Promise.resolve(ready);
}
