import type { MakePage } from '../../../src/addin/spreadsheet/printed-page';
import {
  type CellProblem,
  createCellRegister,
  type Problems,
  type StaleValues,
} from '../../../src/addin/functions/problems';
import type { Activity, ActivitySnapshot, StoreSize } from '../../../src/engine/lookup';
import {
  createConnectionStore,
  type ConnectionStore,
} from '../../../src/addin/device/connection-store';
import { createFavouriteNames } from '../../../src/addin/device/favourite-names';
import { createLanguageChoice } from '../../../src/addin/device/language-choice';
import {
  createLedger,
  createWorkbookSpending,
  type WorkbookSpending,
} from '../../../src/addin/device/ledger';
import { createPreferenceStore } from '../../../src/addin/device/preferences';
import { createWorkbookStore } from '../../../src/addin/workbook/workbook-store';
import type { ConnectionReport } from '../../../src/engine/client/connection-test';
import type { Recalculation, ThemeName } from '../../../src/addin/spreadsheet/host';
import type { ShownPrice } from '../../../src/addin/spreadsheet/shown-price';
import { callsLocus } from '../../../src/addin/spreadsheet/locus-calls';
import type { BlockToWrite, Sheet, WriteOptions } from '../../../src/addin/spreadsheet/sheet';
import type { PanePorts } from '../../../src/addin/pane/parts/pane-ports';
import { createFakeStorage } from '../device/fake-storage';
import { createFakeCatalogue } from './fake-catalogue';
import { createFakeHeldCalls, type FakeHeldCalls } from './fake-held-calls';
import { createFakeScores, type FakeScores } from './fake-scores';
import { createFakeSheet, type FakeSheet } from '../spreadsheet/fake-sheet';
import { createFakeWorkbookAnswers } from '../spreadsheet/fake-workbook-answers';
import {
  createFakeWorkbookContents,
  type FakeWorkbookContents,
} from '../spreadsheet/fake-workbook-contents';
import {
  createFakeWorkbookParts,
  type FakeWorkbookParts,
} from '../spreadsheet/fake-workbook-parts';

export const defaultAddresses = {
  attributeUrl: 'https://data.example.com',
  modelUrl: 'https://model.example.com',
};

export const nothingYet: ActivitySnapshot = {
  waiting: 0,
  inFlight: 0,
  done: 0,
  doneByOrigin: { service: 0, gateway: 0, memory: 0, device: 0, workbook: 0 },
  failed: 0,
  run: { total: 0, done: 0, failed: 0 },
  failedByCode: {},
  callsMade: 0,
  callsInFlight: 0,
  callsSpent: 0,
  callsUnanswered: 0,
  valuesReceived: 0,
  callsSaved: 0,
  timeLeftMs: undefined,
  isStalled: false,
  stoppedBy: undefined,
  isUnreachable: false,
  failingStatus: undefined,
  isPaused: false,
};

/** Every port of the pane in memory, with the strings to pull in sight. */
export interface FakePorts {
  readonly ports: PanePorts;
  readonly connection: ConnectionStore;
  readonly held: Map<string, string>;
  /** The connection as another window of the device has it. */
  connectionElsewhere(): ConnectionStore;
  /** What was asked of the ports, in order. */
  readonly acts: string[];
  /** What a person was told that each act may spend, in order. */
  readonly prices: readonly string[];
  /** The key each test was made with. */
  readonly testedKeys: (string | undefined)[];
  /** Replaces the answer to the tests that follow. */
  answerTests(answer: () => Promise<ConnectionReport>): void;
  show(change: Partial<ActivitySnapshot>): void;
  report(problems: readonly CellProblem[]): void;
  select(address: string | undefined): void;
  readonly heldCalls: FakeHeldCalls;
  readonly workbookSpending: WorkbookSpending;
  /** Lets so much time pass; what is scheduled stays so. */
  passTime(ms: number): void;
  /** Runs what is scheduled, and what that schedules. */
  runClock(): void;
}

export interface FakePortsOptions {
  readonly isSampleData?: boolean;
  readonly kept?: StoreSize;
  readonly sheet?: FakeSheet;
  readonly parts?: FakeWorkbookParts;
  readonly contents?: FakeWorkbookContents;
  readonly copyAsValues?: PanePorts['host']['copyAsValues'];
  readonly scores?: FakeScores;
  readonly catalogue?: PanePorts['catalogue'];
  readonly held?: Record<string, string>;
  readonly mayCopy?: boolean;
  readonly diagnostics?: () => Promise<string>;
  readonly mapData?: PanePorts['mapData'];
  readonly accountSummary?: PanePorts['accountSummary'];
  readonly signInOffer?: PanePorts['signInOffer'];
  readonly openPage?: PanePorts['host']['openPage'];
  readonly teamModels?: PanePorts['teamModels'];
  readonly forgetEverything?: () => Promise<void>;
  readonly goTo?: (address: string) => Promise<void>;
  readonly retryFailed?: () => Promise<Recalculation>;
  readonly renew?: () => Promise<number>;
  readonly makePage?: MakePage;
  readonly onCredentialChanged?: () => Promise<void>;
}

export function createFakePorts(options: FakePortsOptions = {}): FakePorts {
  const storage = createFakeStorage(options.held);
  const connection = createConnectionStore({ storage, defaults: defaultAddresses });
  const acts: string[] = [];
  const testedKeys: (string | undefined)[] = [];
  const scheduled: (() => void)[] = [];
  const theme = createTold<ThemeName>('light');
  const selection = createTold<string | undefined>(undefined);
  const activity = createTold(nothingYet);
  const problems = createTold<readonly CellProblem[]>([]);
  const keeping = createTold(true);
  const staleValues: StaleValues = createCellRegister();
  const preferences = createPreferenceStore(storage);
  const heldCalls = createFakeHeldCalls(acts);
  const pricePerCall = (): number | null => preferences.current().pricePerCall;
  const workbookSpending = createWorkbookSpending(pricePerCall);
  let elapsed = 0;
  const sheet = options.sheet ?? createFakeSheet();
  const parts = options.parts ?? createFakeWorkbookParts();
  const contents = options.contents ?? createFakeWorkbookContents(sheet, parts);
  let kept = options.kept;
  const scores = options.scores ?? createFakeScores();
  const prices: string[] = [];
  const paid = (price: ShownPrice): void => void prices.push(price.text);
  let answer = () => Promise.resolve<ConnectionReport>({ kind: 'works', elapsedMs: 420 });
  return {
    connection,
    held: storage.held,
    connectionElsewhere: () => createConnectionStore({ storage, defaults: defaultAddresses }),
    acts,
    prices,
    testedKeys,
    answerTests: (next) => void (answer = next),
    show: (change) => activity.tell(withRun(activity.current(), change)),
    report: (list) => problems.tell(list),
    select: (address) => selection.tell(address),
    heldCalls,
    workbookSpending,
    passTime: (ms) => void (elapsed += ms),
    runClock: () => {
      for (let run = scheduled.shift(); run !== undefined; run = scheduled.shift()) run();
    },
    ports: {
      host: {
        kind: 'workbench',
        storage,
        cells: {
          goTo: (address) => {
            acts.push(`go to ${address}`);
            return options.goTo?.(address) ?? Promise.resolve();
          },
          reveal: (address) => void acts.push(`reveal ${address}`),
        },
        selection,
        // Whatever a test replaces in the sheet later is seen through this, too.
        sheet: Object.assign(Object.create(sheet.sheet) as Sheet, {
          write(block: BlockToWrite, writing?: WriteOptions) {
            const isAsking = block.cells.flat().some(callsLocus);
            if (isAsking && writing?.price === undefined) {
              throw new Error('The pane writes a Locus formula without a price.');
            }
            if (isAsking && writing?.price !== undefined) paid(writing.price);
            return sheet.sheet.write(block, writing);
          },
        }),
        parts: parts.parts,
        contents: () => Promise.resolve(contents.contents),
        copyAsValues: options.copyAsValues ?? (() => Promise.resolve({ kind: 'nothing' })),
        makePage:
          options.makePage ??
          (() => Promise.resolve({ kind: 'failed', message: 'No page is made here.' })),
        theme,
        describe: () => Promise.resolve({}),
        defaultAddresses,
        cellError: () => ({}),
        ...(options.openPage && { openPage: options.openPage }),
      },
      clock: {
        now: () => STARTED_AT + elapsed,
        elapsed: () => elapsed,
        today: () => new Date(STARTED_AT + elapsed).toISOString().slice(0, 10),
        schedule: (_ms, run) => {
          scheduled.push(run);
          return () => {
            const index = scheduled.indexOf(run);
            if (index >= 0) scheduled.splice(index, 1);
          };
        },
      },
      connection,
      activity: activityOf(activity),
      problems: problemsOf(problems),
      staleValues,
      answers: {
        current: keeping.current,
        subscribe: keeping.subscribe,
        turn: (on) => keeping.tell(on),
        whenCleared: () => () => {},
        // A device that is not asked about stays silent.
        size: () => (kept === undefined ? new Promise(() => undefined) : Promise.resolve(kept)),
        clear: () => {
          acts.push('clear kept answers');
          kept = { answers: 0, bytes: 0 };
          return Promise.resolve();
        },
      },
      preferences,
      language: createLanguageChoice(storage),
      held: heldCalls.held,
      ledger: createLedger(storage, pricePerCall),
      workbookSpending,
      workbook: createWorkbookStore({
        parts: parts.parts,
        now: () => 1,
        credential: () => connection.current().credential,
      }),
      workbookAnswers: () => Promise.resolve(createFakeWorkbookAnswers().answers),
      scores: scores.scores,
      askScore(question, price) {
        paid(price);
        return scores.askScore(question);
      },
      catalogue: options.catalogue ?? createFakeCatalogue(),
      favourites: createFavouriteNames(storage),
      keysToFind: () => [connection.current().credential ?? ''],
      isSampleData: () => options.isSampleData ?? false,
      testConnection: (tested, price) => {
        paid(price);
        testedKeys.push(tested.credential);
        return answer();
      },
      onCredentialChanged: (report) => {
        acts.push(`credential changed: ${report.kind}`);
        return options.onCredentialChanged?.();
      },
      retryFailed: (price) => {
        paid(price);
        acts.push('retry failed');
        return options.retryFailed?.() ?? Promise.resolve({ count: 0, failures: [] });
      },
      retry: (addresses, price) => {
        paid(price);
        acts.push(`retry ${addresses.join(' ')}`);
        return Promise.resolve({ count: addresses.length, failures: [] });
      },
      renew: (addresses) => {
        acts.push(`renew ${addresses.join(' ')}`);
        return options.renew?.() ?? Promise.resolve(0);
      },
      copyText: (text) => {
        acts.push(`copy ${text}`);
        return Promise.resolve(options.mayCopy ?? true);
      },
      saveFile: (name, text) => {
        acts.push(`save ${name} ${text}`);
        return true;
      },
      pictures: {
        png: ({ width, height }) => `png of ${String(width)}×${String(height)}`,
        copy: (png) => {
          acts.push(`copy ${png}`);
          return Promise.resolve(options.mayCopy ?? true);
        },
        save: (name, png) => {
          acts.push(`save ${name} ${png}`);
          return true;
        },
      },
      accountSummary: () => options.accountSummary?.() ?? Promise.resolve(undefined),
      signInOffer: () => options.signInOffer?.(),
      randomHex: () => 'a-nonce',
      teamModels: () => options.teamModels?.() ?? Promise.resolve([]),
      mapData: (part) => options.mapData?.(part) ?? Promise.reject(new Error('no map in tests')),
      diagnostics: () => options.diagnostics?.() ?? Promise.resolve('Locus, all is well'),
      forgetEverything: () => {
        acts.push('forget everything');
        return options.forgetEverything?.() ?? Promise.resolve();
      },
      cancelWaiting: () => void acts.push('cancel waiting'),
      pause: () => {
        acts.push('pause');
        activity.tell({ ...activity.current(), isPaused: true });
      },
      goOn: () => {
        acts.push('go on');
        activity.tell({ ...activity.current(), isPaused: false });
      },
    },
  };
}

const STARTED_AT = Date.UTC(2026, 10, 21);

interface Told<Value> {
  current(): Value;
  tell(value: Value): void;
  subscribe(listener: (value: Value) => void): () => void;
}

function createTold<Value>(first: Value): Told<Value> {
  const listeners = new Set<(value: Value) => void>();
  let value = first;
  return {
    current: () => value,
    tell(next) {
      value = next;
      for (const listener of [...listeners]) listener(next);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Counts the run as the engine does, when no value is asked twice. */
function withRun(before: ActivitySnapshot, change: Partial<ActivitySnapshot>): ActivitySnapshot {
  const next = { ...before, ...change };
  const pendingIn = ({ waiting, inFlight }: ActivitySnapshot): number => waiting + inFlight;
  const failedIn = ({ failed, failedByCode }: ActivitySnapshot): number => {
    const { held = 0, cancelled = 0 } = failedByCode;
    return failed - held - cancelled - (failedByCode['over-budget'] ?? 0);
  };
  const isNew = pendingIn(before) === 0 && pendingIn(next) > 0;
  const { done, failed } = isNew ? nothingYet.run : before.run;
  const run = {
    done: Math.max(0, done + next.done - before.done),
    failed: Math.max(0, failed + failedIn(next) - failedIn(before)),
  };
  const unasked = next.failed - failedIn(next) - (next.failedByCode.cancelled ?? 0);
  const total = pendingIn(next) + run.done + run.failed + unasked;
  return { ...next, run: { total, ...run, ...change.run } };
}

/** A new object each time, as the port permits. */
function activityOf(told: Told<ActivitySnapshot>): Activity {
  return { snapshot: () => ({ ...told.current() }), subscribe: (run) => told.subscribe(run) };
}

function problemsOf(told: Told<readonly CellProblem[]>): Problems {
  const without = (addresses: readonly string[]): CellProblem[] =>
    told.current().filter(({ address }) => !addresses.includes(address));
  return {
    has: (address) => told.current().some((problem) => problem.address === address),
    report: (address, entries) =>
      told.tell([...without([address]), ...entries.map((entry) => ({ ...entry, address }))]),
    forget: (addresses) => told.tell(without(addresses)),
    list: () => told.current(),
    subscribe: (listener) => told.subscribe(() => listener()),
  };
}
