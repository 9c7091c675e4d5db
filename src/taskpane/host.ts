import type { CellError, CellErrorKind } from '../functions/function-host';
import type { DeviceStorage } from '../settings/device-storage';
import type { ServiceAddresses } from '../settings/connection';

/** What the pane and the composition need of a host. src/excel and src/workbench implement each. */
export interface Host {
  readonly kind: 'excel' | 'workbench';
  readonly storage: DeviceStorage;
  readonly cells: Cells;
  readonly selection: Selection;
  readonly theme: Theme;
  /** Where the service is when nobody has said so. */
  readonly defaultAddresses: ServiceAddresses;
  /** A key that is good for the sample service alone; used there while no other is stored. */
  readonly demonstrationKey?: string;
  /** How long a question may take, where this is not the engine's own choice. */
  readonly deadlineMs?: number;
  /** The id behind a model's alias in this workbook, else undefined (the text is then an id). */
  modelId?(alias: string): string | undefined;
  cellError(kind: CellErrorKind, message: string): CellError;
}

/** The formulas of the open workbook. Addresses look like `Sheet1!B2`. */
export interface Cells {
  /** Calculates these cells again; a cell that no longer holds a formula of ours is passed over. */
  recalculate(addresses: readonly string[]): Promise<void>;
  /** Calculates every formula of ours again. */
  recalculateAll(): Promise<void>;
  /** Shows a cell to the person. */
  goTo(address: string): Promise<void>;
}

export interface Selection {
  /** The selected range's address, or undefined where none is known. */
  current(): string | undefined;
  subscribe(listener: (address: string | undefined) => void): () => void;
}

export interface Theme {
  current(): ThemeName;
  subscribe(listener: (theme: ThemeName) => void): () => void;
}

export type ThemeName = 'light' | 'dark' | 'high-contrast';
