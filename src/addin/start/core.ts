import { createScope } from '../../engine/client/scope';
import { readKey } from '../../engine/client/connection-key';
import type { Fetch } from '../../engine/client/service-call';
import { createBrowserClock } from '../device/clock';
import type { OtherWindows } from '../device/other-windows';
import { deviceSalt, randomHex } from '../device/salt';
import type { SharedAdmission } from '../device/shared-admission';
import type { LearningNames } from '../../engine/catalogue/known-names';
import { createCellRegister } from '../functions/cell-register';
import type { Problems } from '../functions/problems';
import type { StaleValues } from '../functions/stale-values';
import { createEngineWith, lazy } from '../../engine/lookup';
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
import type { Ledger } from '../device/ledger';
import { createPreferenceStore } from '../device/preferences';
import type { PreferenceStore } from '../device/preferences';
import { GENERATION, STORED_NAMES } from '../device/stored-names';
import type { CellHost } from '../spreadsheet/host';
import { askAgainFor } from './ask-again-for';
import {
  openAdmission,
  openAnswers,
  openClaims,
  openNames,
  openOtherWindows,
} from './device-stores';
import { createFirstAsking } from './first-asking';
import type { FirstAsking } from './first-asking';
import { createEventLog } from './event-log';
import type { EventLog } from './event-log';
import { lazyAdmission, lazyClaims } from './lazy-sharing';
import { lazyLimiter } from './lazy-limiter';
import { lazySource } from './lazy-source';
import { lazyStore } from './lazy-store';
import { createDeviceNames } from './device-names';
import { createLazyLedger } from './lazy-ledger';
import { createLazySettings } from './lazy-settings';
import type { OpenSnapshot } from './open-snapshot';
import type { OpenSettings } from './open-settings';
import { whenHidden } from './page';
import { recordedSource } from './recorded-source';
import { followLimits, limitsOf } from './spending-limits';
import { dropWhenForgotten } from './when-forgotten';
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
  /** What was spent on this device. Rejects if its code cannot be fetched. */
  openLedger(): Promise<Ledger>;
  /** The answers that this device keeps. */
  readonly database: AnswerStore;
  readonly names: LearningNames;
  readonly problems: Problems;
  readonly staleValues: StaleValues;
  readonly workbook: OpenSettings;
  readonly firstAsking: FirstAsking;
  /** The answers that this workbook's formulas got. */
  readonly used: UsedAnswers;
  /** The answers that the workbook carries. Rejects if their code cannot be fetched. */
  openSnapshot(): Promise<OpenSnapshot>;
  readonly log: EventLog;
  /** The other windows of this device. Rejects if their code cannot be fetched. */
  openOtherWindows(): Promise<OtherWindows>;
  /** The budget and threshold that all windows share. Rejects if their code cannot be fetched. */
  openAdmission(): Promise<SharedAdmission>;
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
  const openOthers = lazy(() => openOtherWindows(clock, host));
  const database = lazyStore(() => openAnswers({ clock, host, preferences }, openOthers()));
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
  let ledger: Ledger | undefined;
  const openShared = lazy(() => openAdmission({ host, clock, preferences, ledger: () => ledger }));
  const openCode = () => import(/* webpackChunkName: "service" */ './open-service');
  const source = lazySource(
    {
      scope: (kind) => scope.of(kind, connection.current()),
      refusal: () => (readKey(connection.current()).kind === 'no-key' ? 'no-key' : undefined),
    },
    async () => {
      const { openService } = await openCode();
      return openService({
        problems,
        cells: host.cells,
        fetch: fetchNow,
        clock,
        connection: () => connection.current(),
        scopeOf: (kind, current) => scope.of(kind, current),
        onNames: (account, shown) => names.learn(account, shown),
      });
    },
  );
  const paceOf = (): AdjustableOptions => ({
    maxConcurrency: preferences.current().maxConcurrency,
    deadlineMs: host.deadlineMs ?? preferences.current().deadlineMs,
  });
  const engine = createEngineWith({
    createLimiter: lazyLimiter(async () => (await openCode()).createLimiter, clock),
    source: recordedSource(source, log, clock),
    clock,
    random: () => Math.random(),
    ...paceOf(),
    tiers: [
      { origin: 'device', store: database, isWritable: true },
      {
        origin: 'workbook',
        store: lazyStore(async () => (await openSnapshot()).store),
        isWritable: false,
      },
    ],
    limits: limitsOf(preferences.current()),
    admission: lazyAdmission(openShared, clock),
    claims: lazyClaims(
      lazy(() => openClaims(clock, openOthers())),
      clock,
    ),
  });
  preferences.subscribe(() => {
    log.note({ what: 'settings changed' });
    engine.adjust(paceOf());
  });
  const openLedger = createLazyLedger({
    activity: engine.activity,
    clock,
    async load() {
      const { openLedger: open } = await import(/* webpackChunkName: "ledger" */ './open-ledger');
      ledger = open({ storage, preferences, engine, clock });
      return ledger;
    },
  });
  const problems: Problems = createCellRegister(clock);
  const staleValues: StaleValues = createCellRegister(clock);
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
  const workbook = createLazySettings({
    clock,
    parts: host.parts,
    async load(hasGuessed) {
      const { openSettings } = await import(/* webpackChunkName: "workbook" */ './open-settings');
      return openSettings({
        parts: host.parts,
        sheet: host.sheet,
        clock,
        now: () => clock.now(),
        credential: () => connection.current().credential,
        recalculate: (addresses) => host.cells.recalculate(addresses),
        hasGuessed,
      });
    },
  });
  const used = createUsedAnswers({
    engine,
    problems,
    clock,
    addresses: () => connection.current().addresses,
  });
  const reserved = {
    drop: () =>
      void openShared().then(
        (opened) => opened.release(),
        () => {},
      ),
  };
  dropWhenForgotten({ storage, engine, used, unwritten: [database, names, reserved] });
  // What came from one workbook is valid in that workbook only.
  host.parts.subscribe(() => {
    used.clear();
    engine.forget();
    for (const cells of [problems, staleValues]) {
      cells.forget(cells.list().map(({ address }) => address));
    }
  });
  const openSnapshot = lazy(async () => {
    const opening = import(/* webpackChunkName: "snapshot" */ './open-snapshot');
    return (await opening).openSnapshot({
      host,
      clock,
      engine,
      connection,
      problems,
      options: workbook.store,
      used,
    });
  });
  return {
    host,
    storage,
    clock,
    fetch: fetchNow,
    engine,
    connection,
    preferences,
    openLedger,
    database,
    names,
    problems,
    staleValues,
    workbook,
    firstAsking,
    used,
    openSnapshot,
    log,
    openAdmission: openShared,
    openOtherWindows: openOthers,
    prepareScope,
  };
}

const NEED_KEY: ReadonlySet<LookupErrorCode> = new Set(['no-key', 'key-refused', 'out-of-credits']);
