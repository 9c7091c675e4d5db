import type { CellError, CellErrorKind } from './cell-error';
import type { DeviceStorage } from '../settings/device-storage';
import type { ServiceAddresses } from '../settings/connection';
import type { WorkbookModel } from './scoring-model';
import type { FrozenCells } from './frozen-cells';
import type { Sheet } from './sheet';
import type { WorkbookContents } from './workbook-contents';
import type { WorkbookParts } from './workbook-parts';

/** All that Locus needs of a host. src/excel and src/workbench implement each. */
export interface Host extends CellHost, PaneHost {}

/** What the pane alone needs: nothing that cells would have to wait for. */
export interface PaneHost {
  readonly selection: Selection;
  readonly theme: Theme;
}

/** What cells calculate with, and the pane reads. */
export interface CellHost {
  readonly kind: 'excel' | 'workbench';
  readonly storage: DeviceStorage;
  /** Of the device's storage, where one origin has several; windows of others are none of ours. */
  partition?(): string;
  readonly cells: Cells;
  readonly sheet: Sheet;
  /** Cells that a person asks about outside of the pane, as in the menu of a cell. */
  readonly explained?: Pick<Selection, 'subscribe'>;
  readonly parts: WorkbookParts;
  /** Every text in the workbook. Rejects where its code cannot be fetched. */
  contents(): Promise<WorkbookContents>;
  /** The same of what freezing needs. */
  frozenCells(): Promise<FrozenCells>;
  /** The languages that a person reads, best first, as `hi-IN`. Left out: the browser's. */
  readonly languages?: readonly string[];
  /** Left out: the host's workbooks count their days from 1900. */
  readonly dateSystem?: DateSystem;
  /** Where the service is unless a person has entered other addresses. */
  readonly defaultAddresses: ServiceAddresses;
  /** A key that is good for the sample service alone; used there while no other is stored. */
  readonly demonstrationKey?: string;
  /** The page starts without that key, as for a colleague who has none. */
  readonly startsWithoutKey?: boolean;
  /** How long a question may take, where this is not the engine's own choice. */
  readonly deadlineMs?: number;
  /** Models of the sample service that `demonstrationKey` is good for. */
  readonly sampleModels?: readonly WorkbookModel[];
  /** Which application this is, in its own words, for the diagnostics. */
  describe(): Promise<Readonly<Record<string, string>>>;
  cellError(kind: CellErrorKind, message: string): CellError;
}

/** The formulas of the open workbook. Addresses look like `Sheet1!B2`. */
export interface Cells {
  /**
   * Calculates these cells again, and no other; one that no longer holds a formula of ours is
   * passed over. A sheet may have got another name since. Settles when all have been asked, not
   * when they have answered; never rejects.
   */
  recalculate(addresses: readonly string[]): Promise<Recalculation>;
  /** Calculates every formula of ours again. */
  recalculateAll(): Promise<Recalculation>;
  /** Shows a cell to the person. Rejects where it cannot be shown. */
  goTo(address: string): Promise<void>;
  /** Scrolls to cells of the sheet in sight, and selects nothing. Excel can do neither alone. */
  reveal?(address: string): void;
}

/** What came of calculating again. */
export interface Recalculation {
  /** Cells that were asked. */
  readonly count: number;
  /** Cells that could not be asked, by reason. */
  readonly failures: readonly RecalculationFailure[];
}

export interface RecalculationFailure {
  /** For a person: what cannot be done and what to do. */
  readonly message: string;
  readonly addresses: readonly string[];
}

export interface Selection {
  /** The selected range's address, or undefined where none is known. */
  current(): string | undefined;
  subscribe(listener: (address: string | undefined) => void): () => void;
}

export interface DateSystem {
  /** Whether the open workbook counts its days from 1904; false while that is not known. */
  uses1904Dates(): boolean;
  /** Settles, within seconds, when that is known or cannot be; undefined when it is known already. */
  whenKnown(): Promise<void> | undefined;
}

export interface Theme {
  current(): ThemeName;
  subscribe(listener: (theme: ThemeName) => void): () => void;
}

export type ThemeName = 'light' | 'dark' | 'high-contrast';
