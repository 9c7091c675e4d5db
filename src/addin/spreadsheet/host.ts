import type { CellErrorKind } from '../../engine/language/cell-messages';
import type { ServiceAddresses } from '../../engine/client/connection';
import type { CannotDo, Sheet, SheetArea } from './sheet';
import type { MakePage } from './printed-page';
import type { CopyAsValues } from './sheet-copy';
import type { WorkbookContents } from './workbook-contents';
import type { WorkbookParts } from './workbook-parts';

/** Everything that Locus needs from a host. src/excel and src/workbench each implement it. */
export interface Host extends CellHost, PaneHost {}

/** What only the pane needs. It is separate so that cells never wait for it. */
export interface PaneHost {
  readonly selection: Selection;
  readonly theme: Theme;
  readonly copyAsValues: CopyAsValues;
  readonly makePage: MakePage;
  /** Whether each request ends what a person can undo. The pane then makes none unasked. */
  readonly requestsEndUndo?: boolean;
  /** Puts a picture on a sheet, once. Never rejects. Left out: the host cannot do this. */
  readonly insertPicture?: InsertPicture;
  /** Opens a page of the add-in in a window of its own. Left out: the host has no windows. */
  readonly openWindow?: OpenWindow;
  /** Opens a gateway's page in a window. Left out: the host has no windows. */
  readonly openPage?: OpenPage;
}

/**
 * Opens a window. It has neither the workbook nor the key, and knows only what is sent to it.
 * Settles with undefined if a person or the browser did not let it open. Never rejects.
 */
export type OpenWindow = (events: WindowEvents) => Promise<OpenedWindow | undefined>;

/**
 * Opens the page on which the gateway at this address gives a token to the pane. Events come only
 * from that gateway's origin, and messages go only there. Browsers open the page only when a person
 * has pressed a button. In all else, this works as `OpenWindow` does.
 */
export type OpenPage = (address: string, events: WindowEvents) => Promise<OpenedWindow | undefined>;

export interface WindowEvents {
  /** Called with what the page in the window sends: plain data. */
  received(message: unknown): void;
  /** Called when the person closes the window; not after `close`. */
  closed(): void;
}

export interface OpenedWindow {
  /** Sends plain data of any length. Messages arrive in order. */
  send(message: unknown): void;
  close(): void;
}

export type InsertPicture = (picture: SheetPicture) => Promise<PictureInsertion>;

/** A picture to put on a sheet. */
export interface SheetPicture {
  /** The PNG file, in base64. */
  readonly png: string;
  /** In CSS pixels. The file may have several pixels for each of them. */
  readonly width: number;
  readonly height: number;
  /** What the picture shows, for people who cannot see it. */
  readonly description: string;
  /** The cells to the left of the picture. It covers none of them. */
  readonly beside: SheetArea;
}

/** `address` is the cell under the picture's first corner. */
export type PictureInsertion = { readonly kind: 'inserted'; readonly address: string } | CannotDo;

/** What cells need to calculate; the pane uses it too. */
export interface CellHost {
  readonly kind: 'excel' | 'workbench';
  readonly storage: DeviceStorage;
  /**
   * Identifies the device's storage partition, where an origin has several. Windows of another
   * partition do not share this one's storage.
   */
  partition?(): string;
  readonly cells: Cells;
  readonly sheet: Sheet;
  /** What a person asks of the pane elsewhere, such as in a cell's menu. */
  readonly paneRequests?: PaneRequests;
  readonly parts: WorkbookParts;
  /**
   * Calls the listener when a person changes the open workbook. Left out: the host cannot tell.
   *
   * @returns a function that stops listening.
   */
  edits?(listener: () => void): () => void;
  /** Loads the code that reads every text in the workbook. Rejects if it cannot be fetched. */
  contents(): Promise<WorkbookContents>;
  /** The person's languages, preferred first, such as `hi-IN`. Left out: the browser's. */
  readonly languages?: readonly string[];
  /** How workbooks count days. Left out: the host's workbooks count them from 1900. */
  readonly dateSystem?: DateSystem;
  /** The addresses of the service, unless a person has entered others. */
  readonly defaultAddresses: ServiceAddresses;
  /** Whether a gateway serves this page. The default addresses are then the gateway's. */
  readonly isFromGateway?: boolean;
  /** A key that works for the sample service only. It is used there while no other is stored. */
  readonly demonstrationKey?: string;
  /** Whether the page starts without `demonstrationKey`, as for a colleague who has no key. */
  readonly startsWithoutKey?: boolean;
  /** Maximum length of a formula's result as JSON, in characters. Left out: any length. */
  readonly longestResult?: number;
  /** How long a question may take, in milliseconds. Left out: the engine's default. */
  readonly deadlineMs?: number;
  /** Models of the sample service that `demonstrationKey` works for. */
  readonly sampleModels?: readonly WorkbookModel[];
  /** Describes the application in its own words, for the diagnostics. */
  describe(): Promise<Readonly<Record<string, string>>>;
  cellError(kind: CellErrorKind, message: string): CellError;
}

/** The formulas of the open workbook. Addresses look like `Sheet1!B2`. */
export interface Cells {
  /**
   * Recalculates these cells and no others, except those that no longer call a Locus function. A
   * sheet may have been renamed since. Settles when the host has been told to calculate all the
   * cells, and not when they have their values. Never rejects.
   */
  recalculate(addresses: readonly string[]): Promise<Recalculation>;
  /** Recalculates every formula that calls a Locus function. */
  recalculateAll(): Promise<Recalculation>;
  /** Shows a cell to the person. Rejects if it cannot be shown. */
  goTo(address: string): Promise<void>;
  /** Scrolls to cells of the active sheet without selecting them. Excel cannot do this. */
  reveal?(address: string): void;
}

/** The outcome of a recalculation. */
export interface Recalculation {
  /** How many cells the host was told to calculate. */
  readonly count: number;
  /** The cells that the host could not be told to calculate, by reason. */
  readonly failures: readonly RecalculationFailure[];
}

export interface RecalculationFailure {
  /** Tells the person what cannot be done, and what to do. */
  readonly message: string;
  readonly addresses: readonly string[];
}

export interface Selection {
  /** The selected range's address; undefined if it is not known. */
  current(): string | undefined;
  subscribe(listener: (address: string | undefined) => void): () => void;
}

export interface PaneRequests {
  subscribe(listener: (request: PaneRequest) => void): () => void;
}

/** A cell to explain, or a part of More to show. */
export type PaneRequest = { readonly cell: string } | { readonly part: 'share' };

export interface DateSystem {
  /** Whether the open workbook counts its days from 1904; false while unknown. */
  uses1904Dates(): boolean;
  /**
   * Settles within seconds, even if the date system is still unknown then. Returns undefined if it
   * is known already.
   */
  whenKnown(): Promise<void> | undefined;
}

export interface Theme {
  current(): ThemeName;
  subscribe(listener: (theme: ThemeName) => void): () => void;
}

export type ThemeName = 'light' | 'dark' | 'high-contrast';

/** An error value for a cell. Only the host that made it knows its shape. */
export type CellError = object;

/** A scoring model as a workbook names it. */
export interface WorkbookModel {
  /** The model's name in formulas. It is unique in its workbook, regardless of case. */
  readonly alias: string;
  /** The service's own identifier. */
  readonly modelId: string;
  readonly note: string;
  /** The variables that the model needs besides the place, in the person's order. */
  readonly variables: readonly ModelVariable[];
}

export type ModelVariable = NumberVariable | TextVariable;

interface NumberVariable {
  readonly name: string;
  readonly kind: 'number';
  /** The value if the formula gives none; finite. Left out: the formula must give a value. */
  readonly fallback?: number;
}

interface TextVariable {
  readonly name: string;
  readonly kind: 'text';
  /** The text if the formula gives none; not empty. Left out: the formula must give a text. */
  readonly fallback?: string;
}

/**
 * Keeps small texts on this device. The host decides where. Storage may be blocked, full,
 * partitioned or emptied at any time, so nothing here throws, and callers must work without it.
 */
export interface DeviceStorage {
  /** Returns the text of this name; undefined if nothing is kept, or nothing can be read. */
  read(name: string): string | undefined;
  /** Keeps a text. @returns false if the device did not keep it. */
  write(name: string, text: string): boolean;
  remove(name: string): void;
  /**
   * Calls the listener with what another window of this device has written or removed. Without a
   * name, anything may have changed. The call may come late or never: read important values again
   * before you change them.
   */
  subscribe(listener: (name?: string, text?: string) => void): () => void;
}
