import type { Clock, Engine } from '../lookup';
import type { Problems } from './problems';

/** What the custom functions need; a host's main gives it once, when all is ready. */
export interface FunctionHost {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly problems: Problems;
  /** A cell's error, in the host's own kind: Excel's `CustomFunctions.Error`, or the workbench's. */
  cellError(kind: CellErrorKind, message: string): CellError;
  /** The id behind a model's alias in this workbook, else undefined (the text is then an id). */
  modelId(alias: string): string | undefined;
}

/** `value`: change the formula or a setting. `not-available`: no value now. */
export type CellErrorKind = 'value' | 'not-available';

/** Opaque here: only the host that made it looks inside. */
export type CellError = object;
