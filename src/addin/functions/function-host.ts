import type { KnownNames } from '../../engine/catalogue/known-names';
import type { Clock, Engine, Spending } from '../../engine/lookup';
import type { Problems, StaleValues } from './problems';
import type { Renewals } from './renewals';
import type { CellError } from '../spreadsheet/host';
import type { CellErrorKind } from '../../engine/language/cell-messages';
import type { PincodeRule } from '../../engine/places/pincode';

/** What the custom functions need; a host's main provides it once everything is ready. */
export interface FunctionHost {
  readonly engine: Pick<Engine, 'peek' | 'request'>;
  /** Learns of values that need no question. @default nobody */
  readonly spending?: Pick<Spending, 'expectedCame'>;
  readonly clock: Clock;
  readonly problems: Problems;
  /** Receives the cells that show a stale value. @default nobody */
  readonly staleValues?: StaleValues;
  /** Cells whose values a person has asked for again. @default none */
  readonly renewals?: Pick<Renewals, 'newerThan' | 'ended'>;
  /** The known names. @default the contract's */
  readonly names?: KnownNames;
  /** Maximum length of a formula's result as JSON, in characters. @default any length */
  readonly longestResult?: number;
  /**
   * A cell's error, in the host's own kind: Excel's `CustomFunctions.Error`, or the workbench's.
   */
  cellError(kind: CellErrorKind, message: string): CellError;
  /**
   * The id behind a model's alias in this workbook. Undefined if no model has this alias: the text
   * is then an id.
   */
  modelId(alias: string): string | undefined;
  /**
   * The workbook's models, by alias and by id: the same array until one of them changes.
   *
   * @default none
   */
  modelNames?(): readonly { readonly name: string }[];
  /** The variables that this model, by its alias or id, is known to need. @default none */
  variablesOf?(model: string): readonly string[];
  /**
   * Settles when the workbook's aliases are known, or when that takes too long; undefined if they
   * are known. An alias sent as an id would cost a call and find nothing.
   */
  whenModelsKnown?(): Promise<void> | undefined;
  /** Whether the open workbook counts days from 1904, as far as is known. @default false */
  uses1904Dates?(): boolean;
  /** Calls the listener when another workbook has replaced the open one. @default never */
  subscribeOpened?(listener: () => void): void;
  /** Settles soon, once the date system is known or cannot be; undefined if it is known already. */
  whenDateSystemKnown?(): Promise<void> | undefined;
  /** How a date serial is written, with YYYY, MM and DD. @default 'YYYY-MM-DD' */
  dateFormat?(): string;
  /** Whether other countries' postal codes are let through. @default 'india' */
  pincodes?(): PincodeRule;
}
