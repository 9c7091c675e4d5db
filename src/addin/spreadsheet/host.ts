import type { CellErrorKind } from '../../engine/language/cell-messages';
import type { ServiceAddresses } from '../../engine/client/connection';
import type { CannotDo, Sheet, SheetArea } from './sheet';
import type { MakePage } from './printed-page';
import type { CopyAsValues } from './sheet-copy';
import type { WorkbookContents } from './workbook-contents';
import type { WorkbookParts } from './workbook-parts';

/** All that Locus needs from a host. src/excel and src/workbench each implement it. */
export interface Host extends CellHost, PaneHost {}

/** What only the pane needs, so that cells never wait for it. */
export interface PaneHost {
  readonly selection: Selection;
  readonly theme: Theme;
  readonly copyAsValues: CopyAsValues;
  readonly makePage: MakePage;
  /** Each request takes away what a person can undo, so the pane makes none unasked. */
  readonly requestsEndUndo?: boolean;
  /** Puts a picture on a sheet. Left out: the host cannot. Never rejects. */
  readonly insertPicture?: InsertPicture;
  /** Opens a page of the add-in in a window of its own. Left out: the host has no windows. */
  readonly openWindow?: OpenWindow;
  /** Opens a gateway's page in a window. Left out: the host has no windows. */
  readonly openPage?: OpenPage;
}

/**
 * Opens the window, which has neither the workbook nor the key: all it knows is what is sent to it.
 * Undefined if a person or the browser did not let it open. Never rejects.
 */
export type OpenWindow = (events: WindowEvents) => Promise<OwnWindow | undefined>;

/**
 * Opens the page on which the gateway at this address gives a token to the pane. Events come only
 * from that gateway's origin, and messages go only there. Browsers allow it only while a person
 * presses a button. Otherwise as `OpenWindow`.
 */
export type OpenPage = (address: string, events: WindowEvents) => Promise<OwnWindow | undefined>;

export interface WindowEvents {
  /** What the page in the window sends: plain data. */
  received(message: unknown): void;
  /** The window was closed, by whomever. */
  closed(): void;
}

export interface OwnWindow {
  /** Of any length; messages arrive in order. */
  send(message: unknown): void;
  close(): void;
}

export type InsertPicture = (picture: SheetPicture) => Promise<PictureInsertion>;

/** A picture as it is put on a sheet. */
export interface SheetPicture {
  /** In base64. */
  readonly png: string;
  /** In CSS pixels; the file may have more for each. */
  readonly width: number;
  readonly height: number;
  /** What it shows, for those who cannot see it. */
  readonly description: string;
  /** It goes to the right of these cells, and over none of them. */
  readonly beside: SheetArea;
}

/** `address`: the cell under the picture's first corner. */
export type PictureInsertion = { readonly kind: 'inserted'; readonly address: string } | CannotDo;

/** What cells need to calculate; the pane uses it too. */
export interface CellHost {
  readonly kind: 'excel' | 'workbench';
  readonly storage: DeviceStorage;
  /** The device's storage partition, if an origin has several: windows of another are not ours. */
  partition?(): string;
  readonly cells: Cells;
  readonly sheet: Sheet;
  /** What a person asks of the pane outside it, as in a cell's menu. */
  readonly paneRequests?: PaneRequests;
  readonly parts: WorkbookParts;
  /**
   * Calls the listener when a person changes the open workbook, until the returned function is
   * called. Left out: the host cannot tell.
   */
  edits?(listener: () => void): () => void;
  /** Every text in the workbook. Rejects if its code cannot be fetched. */
  contents(): Promise<WorkbookContents>;
  /** The person's languages, preferred first, such as `hi-IN`. Left out: the browser's. */
  readonly languages?: readonly string[];
  /** Left out: the host's workbooks count their days from 1900. */
  readonly dateSystem?: DateSystem;
  /** Where the service is unless a person has entered other addresses. */
  readonly defaultAddresses: ServiceAddresses;
  /** Whether a gateway serves this page, and so stands at the default addresses. */
  readonly isFromGateway?: boolean;
  /** A key that works for the sample service only, used there while no other is stored. */
  readonly demonstrationKey?: string;
  /** The page starts without `demonstrationKey`, as for a colleague who has no key. */
  readonly startsWithoutKey?: boolean;
  /** How long a formula's result may be, as JSON. Left out: any length. */
  readonly longestResult?: number;
  /** How long a question may take. Left out: the engine's default. */
  readonly deadlineMs?: number;
  /** Models of the sample service that `demonstrationKey` works for. */
  readonly sampleModels?: readonly WorkbookModel[];
  /** Which application this is, in its own words, for the diagnostics. */
  describe(): Promise<Readonly<Record<string, string>>>;
  cellError(kind: CellErrorKind, message: string): CellError;
}

/** The formulas of the open workbook. Addresses look like `Sheet1!B2`. */
export interface Cells {
  /**
   * Recalculates these cells and no others; skips one that no longer calls a Locus function. A
   * sheet may have been renamed since. Settles when the host has been told to calculate all of
   * them, not when they have their values; never rejects.
   */
  recalculate(addresses: readonly string[]): Promise<Recalculation>;
  /** Recalculates every formula that calls a Locus function. */
  recalculateAll(): Promise<Recalculation>;
  /** Shows a cell to the person. Rejects if it cannot be shown. */
  goTo(address: string): Promise<void>;
  /** Scrolls to cells of the active sheet without selecting them, which Excel cannot do. */
  reveal?(address: string): void;
}

/** The outcome of a recalculation. */
export interface Recalculation {
  /** Cells that the host was told to calculate. */
  readonly count: number;
  /** Cells that it could not be told to calculate, by reason. */
  readonly failures: readonly RecalculationFailure[];
}

export interface RecalculationFailure {
  /** For a person: what cannot be done and what to do. */
  readonly message: string;
  readonly addresses: readonly string[];
}

export interface Selection {
  /** The selected range's address, or undefined if none is known. */
  current(): string | undefined;
  subscribe(listener: (address: string | undefined) => void): () => void;
}

export interface PaneRequests {
  subscribe(listener: (request: PaneRequest) => void): () => void;
}

/** A cell that is to be explained, or a part of More that is to be shown. */
export type PaneRequest = { readonly cell: string } | { readonly part: 'share' };

export interface DateSystem {
  /** Whether the open workbook counts its days from 1904; false while unknown. */
  uses1904Dates(): boolean;
  /** Settles within seconds, even if that stays unknown; undefined if it is known already. */
  whenKnown(): Promise<void> | undefined;
}

export interface Theme {
  current(): ThemeName;
  subscribe(listener: (theme: ThemeName) => void): () => void;
}

export type ThemeName = 'light' | 'dark' | 'high-contrast';

/** Opaque here: only the host that made it looks inside. */
export type CellError = object;

/** A scoring model as a workbook knows it. */
export interface WorkbookModel {
  /** What formulas call it. Unique in its workbook, regardless of case. */
  readonly alias: string;
  /** The service's own identifier. */
  readonly modelId: string;
  readonly note: string;
  /** What the model needs besides the place, in the person's order. */
  readonly variables: readonly ModelVariable[];
}

export type ModelVariable = NumberVariable | TextVariable;

interface NumberVariable {
  readonly name: string;
  readonly kind: 'number';
  /** Finite. Left out: the formula must give a value. */
  readonly fallback?: number;
}

interface TextVariable {
  readonly name: string;
  readonly kind: 'text';
  /** Not empty. Left out: the formula must give a value. */
  readonly fallback?: string;
}

/**
 * Small texts kept on this device. The host says where. Storage may be blocked, full, partitioned
 * or emptied at any time, so nothing here throws, and callers carry on without it.
 */
export interface DeviceStorage {
  /** Undefined if nothing is kept, or nothing can be read. */
  read(name: string): string | undefined;
  /** False if the device would not keep it. */
  write(name: string, text: string): boolean;
  remove(name: string): void;
  /**
   * Reports what another window of this device has written or removed; without a name, anything may
   * have changed. A report may come late or never: read important values again before changing
   * them.
   */
  subscribe(listener: (name?: string, text?: string) => void): () => void;
}
