import type { KnownNames } from '../catalogue/known-names';
import type { Clock, Engine } from '../lookup';
import type { Problems } from './problems';
import type { CellError, CellErrorKind } from '../spreadsheet/cell-error';
import type { StaleValues } from './stale-values';

/** What the custom functions need; a host's main gives it once, when all is ready. */
export interface FunctionHost {
  readonly engine: Pick<Engine, 'peek' | 'ask'>;
  readonly clock: Clock;
  readonly problems: Problems;
  /** Where cells say that their value is an older one. Left out: nobody is told. */
  readonly staleValues?: StaleValues;
  /** The names known here. Left out: those that the contract spells out. */
  readonly names?: KnownNames;
  /** A cell's error, in the host's own kind: Excel's `CustomFunctions.Error`, or the workbench's. */
  cellError(kind: CellErrorKind, message: string): CellError;
  /** The id behind a model's alias in this workbook, else undefined (the text is then an id). */
  modelId(alias: string): string | undefined;
  /**
   * Settles when the workbook's aliases are known, or when that takes too long; undefined where
   * they are. An alias that is sent as if it were an id costs a call, and finds nothing.
   */
  whenModelsKnown?(): Promise<void> | undefined;
  /** Whether the open workbook counts its days from 1904, as far as is known. Left out: from 1900. */
  uses1904Dates?(): boolean;
  /** Settles, and soon, when that is known or cannot be; undefined when it is known already. */
  whenDateSystemKnown?(): Promise<void> | undefined;
  /** How a date serial is written, in YYYY, MM and DD. Left out: `YYYY-MM-DD`. */
  dateFormat?(): string;
}
