import type { LearningNames } from '../../../engine/catalogue/known-names';
import type { Problems, StaleValues } from '../../functions/problems';
import type {
  Activity,
  AdvanceApproval,
  Clock,
  Engine,
  HeldPlan,
  Outcome,
  ScoreQuestion,
  StoreSize,
} from '../../../engine/lookup';
import type { Connection } from '../../../engine/client/connection';
import type { ConnectionStore } from '../../device/connection-store';
import type { FavouriteNames } from '../../device/favourite-names';
import type { SignInOffer } from '../../../engine/client/gateway-sign-in';
import type { AccountSummary } from '../../../engine/client/account-summary';
import type { LanguageChoice } from '../../device/language-choice';
import type { Ledger, WorkbookSpending } from '../../device/ledger';
import type { Pictures } from '../../device/pictures';
import type { PreferenceStore } from '../../device/preferences';
import type { WorkbookStore } from '../../workbook/workbook-store';
import type { ConnectionReport } from '../../../engine/client/connection-test';
import type { Cells, Host, Recalculation, WorkbookModel } from '../../spreadsheet/host';
import type { ShownPrice } from '../../spreadsheet/shown-price';
import type { WorkbookAnswers } from '../../spreadsheet/workbook-answers';
import type { ValueStore } from './use-store-value';

/** Everything that the pane may touch, provided by the page that opens it. */
export interface PanePorts {
  /** Without what makes cells calculate: `retry` and the others want a price. */
  readonly host: Omit<Host, 'cells'> & { readonly cells: Pick<Cells, 'goTo' | 'reveal'> };
  readonly clock: Clock;
  readonly connection: ConnectionStore;
  readonly activity: Activity;
  readonly problems: Problems;
  readonly staleValues: StaleValues;
  readonly answers: KeptAnswers;
  readonly preferences: PreferenceStore;
  readonly language: LanguageChoice;
  readonly held: HeldCalls;
  readonly ledger: Ledger;
  /** What was spent for the open workbook, since it was opened. */
  readonly workbookSpending: Pick<WorkbookSpending, 'current' | 'subscribe'>;
  /** What travels with the workbook: its models, its sets of names. */
  readonly workbook: WorkbookStore;
  /** The answers that travel with the workbook. */
  readonly workbookAnswers: () => Promise<WorkbookAnswers>;
  /** What questions would cost, and the answers that are known. */
  readonly scores: Pick<Engine, 'peek' | 'knows'>;
  /** Asks a question that a person asks in the pane. */
  askScore(question: ScoreQuestion, price: ShownPrice): Promise<Outcome>;
  /** The attribute names known here, loaded when first opened. */
  readonly catalogue: Pick<LearningNames, 'open'>;
  readonly favourites: FavouriteNames;
  /** The keys that this page has used, so that a check can search a workbook for them. */
  keysToFind(): readonly string[];
  /** Whether the values come from the sample service; the pane says so wherever it shows them. */
  isSampleData(): boolean;
  /** Asks the service once. Settles in reasonable time whatever the network does. */
  testConnection(connection: Connection, price: ShownPrice): Promise<ConnectionReport>;
  /**
   * Who this person is to the gateway, and what they may spend; undefined behind an ordinary
   * service, which is not asked. Never rejects.
   */
  accountSummary(): Promise<AccountSummary | undefined>;
  /**
   * How people get a token here; undefined behind an ordinary service, which is not asked once a
   * person has a key for it. Never rejects.
   */
  signInOffer(): Promise<SignInOffer | undefined> | undefined;
  /** 128 random bits as text. */
  randomHex(): string;
  /**
   * The models that a gateway lists for everybody; none behind an ordinary service, which is not
   * asked. Never rejects.
   */
  teamModels(): Promise<readonly WorkbookModel[]>;
  /**
   * Called after a person saved a key or addresses and the test has ended, or after a test of the
   * old ones went well: what had stopped the engine no longer counts, and failed cells may be asked
   * again.
   */
  onCredentialChanged(report: ConnectionReport, price: ShownPrice): void | Promise<void>;
  /** Asks again for the cells that failed, and for no other. */
  retryFailed(price: ShownPrice): Promise<Recalculation>;
  /** Asks again for these cells. */
  retry(addresses: readonly string[], price: ShownPrice): Promise<Recalculation>;
  /**
   * Asks again for the values of these cells, whatever is known. A value that cannot be had anew
   * stays. Settles when all of them have their results, with how many stayed so.
   */
  renew(addresses: readonly string[], mark: number): Promise<number>;
  /** Puts text on the clipboard; false if the page may not. */
  copyText(text: string): Promise<boolean>;
  /** Offers a CSV file to save; false if the page cannot. */
  saveFile(name: string, text: string): boolean;
  readonly pictures: Pictures;
  /** What scripts/make/map.mjs made, as JSON. Rejects if it cannot be fetched. */
  mapData(part: 'outline' | 'cities' | 'pincodes'): Promise<unknown>;
  /** A text to send to support. It holds no key, no place and no cell. */
  diagnostics(): Promise<string>;
  /** Removes all that this device keeps. Rejects when some of it could not be deleted. */
  forgetEverything(): Promise<void>;
  /** Cancels every question that has not been sent. */
  cancelWaiting(): void;
  /** Sends nothing new until `goOn`. */
  pause(): void;
  goOn(): void;
}

/** The calls that wait for a person's approval; undefined while none do. */
export interface HeldCalls extends ValueStore<HeldPlan | undefined> {
  /**
   * Approves this many calls, all unless a number is given, and recalculates the held cells; the
   * rest is held again. Settles when the cells have been asked; never rejects.
   */
  approve(calls?: number): Promise<Recalculation>;
  /** Refuses all of them; the cells say so until they are asked again. */
  refuse(): void;
  /** How many calls may be made before a person is asked. */
  room(): number;
  /** Approves calls before they are asked for. Returns what to call if they will not be. */
  approveAhead(approval: AdvanceApproval): () => void;
}

/** Whether answers are kept on this device, so that a reopened sheet costs nothing. */
export interface KeptAnswers extends ValueStore<boolean> {
  turn(on: boolean): void;
  size(): Promise<StoreSize>;
  /** Deletes all of them, from memory as well. */
  clear(): Promise<void>;
  /** Calls the listener when another window has cleared them. */
  whenCleared(listener: () => void): () => void;
}

/** How cells of the open workbook read models, dates and pincodes. */
export function cellReading({
  host,
  workbook,
  preferences,
}: Pick<PanePorts, 'host' | 'workbook' | 'preferences'>) {
  const { dateFormat, pincodes } = preferences.current();
  const uses1904Dates = host.dateSystem?.uses1904Dates() ?? false;
  return {
    workbook: {
      modelId: (alias: string) => workbook.current().settings.modelOf(alias)?.modelId,
      dateStyle: { uses1904Dates, format: dateFormat },
    },
    pincodes,
  };
}
