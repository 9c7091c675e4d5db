import { createScope } from '../../engine/client/scope';
import type { Fetch } from '../../engine/client/http-call';
import { createBrowserClock } from '../device/clock';
import type { OtherWindows } from '../device/other-windows';
import { deviceSalt, randomHex } from '../device/device-salt';
import type { SharedAdmission } from '../device/shared-admission';
import { createCallClaims } from '../device/call-claims';
import type { LearningNames } from '../../engine/catalogue/known-names';
import { createCellRegister } from '../functions/cell-register';
import type { Problems } from '../functions/problems';
import type { StaleValues } from '../functions/stale-values';
import { createEngine } from '../../engine/lookup';
import type {
  AdjustableOptions,
  AnswerStore,
  Clock,
  Engine,
  LookupErrorCode,
} from '../../engine/lookup';
import { createConnectionStore } from '../device/connection-store';
import type { ConnectionStore } from '../device/connection-store';
import { createForgettableStorage } from '../device/forgettable-storage';
import type { ForgettableStorage } from '../device/forgettable-storage';
import { createLedger } from '../device/ledger';
import type { Ledger } from '../device/ledger';
import { createWorkbookSpending } from '../device/workbook-spending';
import type { WorkbookSpending } from '../device/workbook-spending';
import { createPreferenceStore } from '../device/preferences';
import type { PreferenceStore } from '../device/preferences';
import { GENERATION, STORED_NAMES } from '../device/stored-names';
import type { CellHost } from '../spreadsheet/host';
import { askAgainFor } from './ask-again';
import { openAdmission, openAnswers, openNames, openOtherWindows } from './device-stores';
import { createFirstAsking } from './first-asking';
import type { FirstAsking } from './first-asking';
import { createEventLog, recordedSource } from './event-log';
import type { EventLog } from './event-log';
import { createDeviceNames } from './device-names';
import { openSnapshot } from './open-snapshot';
import type { OpenSnapshot } from './open-snapshot';
import { openSettings } from './workbook-models';
import type { OpenSettings } from './workbook-models';
import { openService } from './open-service';
import { whenHidden } from './page-lifecycle';
import { recordSpending } from './spending';
import { followLimits, limitsOf } from './spending-limits';
import { dropWhenForgotten } from './forget-everything';
import { createUsedAnswers } from './used-answers';
import type { UsedAnswers } from './used-answers';

/** What cells need to calculate, in any host. The pane joins it when it is first shown. */
export interface Core {
  readonly host: CellHost;
  readonly storage: ForgettableStorage;
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly engine: Engine;
  readonly connection: ConnectionStore;
  readonly preferences: PreferenceStore;
  /** What was spent on this device. */
  readonly ledger: Ledger;
  /** What was spent for the open workbook, since it was opened. */
  readonly workbookSpending: WorkbookSpending;
  /** The answers that this device keeps. */
  readonly database: AnswerStore;
  readonly names: LearningNames;
  readonly problems: Problems;
  readonly staleValues: StaleValues;
  /** The workbook's own settings, which are read from when they are first needed. */
  workbook(): OpenSettings;
  readonly firstAsking: FirstAsking;
  /** The answers that this workbook's formulas got. */
  readonly used: UsedAnswers;
  /** The answers that the workbook carries, which are read from when they are first needed. */
  snapshot(): OpenSnapshot;
  readonly log: EventLog;
  /** The other windows of this device. */
  readonly others: OtherWindows;
  /** The budget and threshold that all windows share. */
  admission(): SharedAdmission;
  /** Computes the scope of the current connection. Must settle before anything is asked. */
  prepareScope(): Promise<void>;
}

export function createCore(given: CellHost): Core {
  const clock = createBrowserClock();
  const storage = createForgettableStorage(given.storage);
  const host: CellHost = { ...given, storage };
  const connection = createConnectionStore({
    storage,
    defaults: host.defaultAddresses,
    ...(host.demonstrationKey === undefined || host.startsWithoutKey === true
      ? {}
      : { demonstrationKey: host.demonstrationKey }),
  });
  const preferences = createPreferenceStore(storage);
  const others = openOtherWindows(clock, host);
  const database = openAnswers({ clock, host, preferences }, others);
  /** The salt if the device cannot keep one; valid until everything is forgotten. */
  let freshSalt: string | undefined;
  const scope = createScope({
    digest: (bytes) => crypto.subtle.digest('SHA-256', bytes),
    salt: () => (freshSalt = deviceSalt(storage, () => freshSalt ?? randomHex())),
    sessionId: randomHex(),
  });
  const fetchNow: Fetch = (url, init) => fetch(url, init);
  const names = createDeviceNames({
    clock,
    connection,
    fetch: fetchNow,
    openStore: () => openNames(clock, storage),
    sheet: host.sheet,
    recalculate: (addresses) => host.cells.recalculate(addresses),
  });
  whenHidden(() => names.flush());
  const prepareScope = async (): Promise<void> => {
    const current = connection.current();
    await scope.prepare(current);
    names.turnTo(scope.of('lookup', current));
  };
  const log = createEventLog(() => clock.now());
  log.note({ what: 'started' });
  connection.subscribe((isElsewhere) => {
    log.note({ what: 'connection changed' });
    used.turn();
    // At once: answers to questions asked before this are stored under a scope nobody finds again.
    const preparing = prepareScope();
    if (isElsewhere) void preparing.then(() => askWithNewKey());
  });
  storage.subscribe((name) => {
    // Another window, opened at the same time, has stored the salt that counts.
    if (name === STORED_NAMES.salt) void prepareScope();
    if (name === GENERATION) freshSalt = undefined;
  });
  const problems: Problems = createCellRegister(clock);
  const staleValues: StaleValues = createCellRegister(clock);
  const pricePerCall = (): number | null => preferences.current().pricePerCall;
  const ledger = createLedger(storage, pricePerCall);
  const workbookSpending = createWorkbookSpending(pricePerCall);
  // Not before the first call: while a page loads, its database seems to hang, and would be given up.
  const admission = once(() => openAdmission({ host, clock, preferences, ledger }));
  const source = openService({
    problems,
    cells: host.cells,
    fetch: fetchNow,
    clock,
    connection: () => connection.current(),
    scopeOf: (kind, current) => scope.of(kind, current),
    onNames: (account, shown) => names.learn(account, shown),
  });
  const paceOf = (): AdjustableOptions => ({
    maxConcurrency: preferences.current().maxConcurrency,
    deadlineMs: host.deadlineMs ?? preferences.current().deadlineMs,
  });
  const engine = createEngine({
    source: recordedSource(source, log, clock),
    clock,
    random: () => Math.random(),
    ...paceOf(),
    tiers: [
      { origin: 'device', store: database, isWritable: true },
      { origin: 'workbook', store: carried(() => snapshot().store), isWritable: false },
    ],
    limits: limitsOf(preferences.current()),
    admission: {
      reserve: (call) => admission().reserve(call),
      decided: () => admission().decided?.(),
    },
    claims: createCallClaims({ windows: others, clock }),
  });
  preferences.subscribe(() => {
    log.note({ what: 'settings changed' });
    engine.adjust(paceOf());
  });
  const keepSpending = recordSpending({
    engine,
    ledger,
    workbook: workbookSpending,
    parts: host.parts,
    clock,
  });
  keepSpending();
  whenHidden(keepSpending);
  /** A person has entered a key in another window: what stopped this one no longer applies. */
  function askWithNewKey(): void {
    if (connection.current().credential === undefined) return;
    engine.resume();
    void askAgainFor(NEED_KEY, problems, host.cells);
  }
  const firstAsking = createFirstAsking({
    host,
    connection,
    problems,
    spending: engine.spending,
  });
  followLimits({ engine, problems, cells: host.cells, preferences });
  const workbook = once(() =>
    openSettings({
      parts: host.parts,
      sheet: host.sheet,
      clock,
      now: () => clock.now(),
      credential: () => connection.current().credential,
      recalculate: (addresses) => host.cells.recalculate(addresses),
    }),
  );
  const used = createUsedAnswers({
    engine,
    problems,
    clock,
    addresses: () => connection.current().addresses,
  });
  const reserved = { drop: () => void admission().release() };
  dropWhenForgotten({ storage, engine, used, unwritten: [database, names, reserved] });
  // What came from one workbook is valid in that workbook only.
  host.parts.subscribe(() => {
    used.clear();
    engine.forget();
    for (const cells of [problems, staleValues]) {
      cells.forget(cells.list().map(({ address }) => address));
    }
  });
  const snapshot = once(() =>
    openSnapshot({
      host,
      clock,
      engine,
      connection,
      problems,
      options: workbook().store,
      used,
    }),
  );
  return {
    host,
    storage,
    clock,
    fetch: fetchNow,
    engine,
    connection,
    preferences,
    ledger,
    workbookSpending,
    database,
    names,
    problems,
    staleValues,
    workbook,
    firstAsking,
    used,
    snapshot,
    log,
    admission,
    others,
    prepareScope,
  };
}

const NEED_KEY: ReadonlySet<LookupErrorCode> = new Set(['no-key', 'key-refused', 'out-of-credits']);

/** Opens something when it is first used. */
function once<Thing>(open: () => Thing): () => Thing {
  let opened: Thing | undefined;
  return () => (opened ??= open());
}

/** The store of a workbook that is not read before a question needs it. */
function carried(store: () => AnswerStore): AnswerStore {
  return {
    read: (keys) => store().read(keys),
    write: (entries) => store().write(entries),
    clear: () => store().clear(),
    size: () => store().size(),
  };
}
