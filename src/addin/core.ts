import { createScope } from '../client/scope';
import { createServiceSource } from '../client/service-source';
import type { Fetch } from '../client/service-call';
import { createBrowserClock } from '../device/clock';
import type { OtherWindows } from '../device/other-windows';
import { deviceSalt, randomHex } from '../device/salt';
import type { SharedAdmission } from '../device/shared-admission';
import type { LearningNames } from '../catalogue/known-names';
import { createCellRegister } from '../functions/cell-register';
import type { Problems } from '../functions/problems';
import type { StaleValues } from '../functions/stale-values';
import { createEngine } from '../lookup';
import type { AnswerStore, Clock, Engine } from '../lookup';
import { createConnectionStore } from '../settings/connection-store';
import type { ConnectionStore } from '../settings/connection-store';
import type { Ledger } from '../settings/ledger';
import { createPreferenceStore } from '../settings/preferences';
import type { PreferenceStore } from '../settings/preferences';
import type { Host } from '../taskpane/host';
import { openAdmission, openAnswers, openNames, openOtherWindows } from './device-stores';
import { createEventLog } from './event-log';
import type { EventLog } from './event-log';
import { late } from './late';
import { lateAdmission } from './late-admission';
import { lazyStore } from './lazy-store';
import { createDeviceNames } from './known-names';
import { createLateLedger } from './late-ledger';
import { createLateWorkbook } from './late-workbook';
import type { OpenSnapshot } from './open-snapshot';
import type { OpenWorkbook } from './open-workbook';
import { whenHidden } from './page';
import { recordedSource } from './recorded-source';
import { limitsOf } from './spending-limits';
import { createUsedAnswers } from './used-answers';
import type { UsedAnswers } from './used-answers';

/** What the cells calculate with, in whatever host. The pane is joined to it when it is shown. */
export interface Core {
  readonly host: Host;
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly engine: Engine;
  readonly connection: ConnectionStore;
  readonly preferences: PreferenceStore;
  /** What was spent on this device; rejects where its code cannot be fetched. */
  openLedger(): Promise<Ledger>;
  /** The answers that this device keeps. */
  readonly database: AnswerStore;
  readonly names: LearningNames;
  readonly problems: Problems;
  readonly staleValues: StaleValues;
  readonly workbook: OpenWorkbook;
  /** What this workbook's formulas have been told. */
  readonly used: UsedAnswers;
  /** The answers that the workbook carries; rejects where their code cannot be fetched. */
  openSnapshot(): Promise<OpenSnapshot>;
  readonly log: EventLog;
  /** The other windows of this device; rejects where the code cannot be fetched. */
  openOtherWindows(): Promise<OtherWindows>;
  /** What this window and the others spend from; rejects where its code cannot be fetched. */
  openAdmission(): Promise<SharedAdmission>;
  /** Works out who would answer now; nothing is asked for an account before. */
  prepareScope(): Promise<void>;
}

export function createCore(host: Host): Core {
  const clock = createBrowserClock();
  const connection = createConnectionStore({
    storage: host.storage,
    defaults: host.defaultAddresses,
    ...(host.demonstrationKey === undefined || host.startsWithoutKey === true
      ? {}
      : { demonstrationKey: host.demonstrationKey }),
  });
  const preferences = createPreferenceStore(host.storage);
  const database = lazyStore(
    () => openAnswers(clock, host.storage),
    () => preferences.current().shouldKeepAnswers,
  );
  const scope = createScope({
    digest: (bytes) => crypto.subtle.digest('SHA-256', bytes),
    salt: deviceSalt(host.storage, randomHex),
    sessionId: randomHex(),
  });
  const names = createDeviceNames({
    clock,
    openStore: () => openNames(clock, host.storage),
    sheet: host.sheet,
    recalculate: (addresses) => host.cells.recalculate(addresses),
  });
  whenHidden(() => names.flush());
  const prepareScope = async (): Promise<void> => {
    const current = connection.current();
    await scope.prepare(current);
    names.turnTo(scope.of('lookup', current));
  };
  const fetchNow: Fetch = (url, init) => fetch(url, init);
  const log = createEventLog(() => clock.now());
  log.note({ what: 'started' });
  connection.subscribe(() => {
    log.note({ what: 'connection changed' });
    // At once: what is asked before belongs to no account that can be found again.
    void prepareScope();
  });
  preferences.subscribe(() => log.note({ what: 'settings changed' }));
  let ledger: Ledger | undefined;
  const openShared = late(() => openAdmission({ host, clock, preferences, ledger: () => ledger }));
  const engine = createEngine({
    source: recordedSource(
      createServiceSource({
        fetch: fetchNow,
        clock,
        connection: () => connection.current(),
        scopeOf: (kind, current) => scope.of(kind, current),
        onNames: (account, shown) => names.learn(account, shown),
      }),
      log,
      clock,
    ),
    clock,
    random: () => Math.random(),
    maxConcurrency: preferences.current().maxConcurrency,
    deadlineMs: host.deadlineMs ?? preferences.current().deadlineMs,
    tiers: [
      { origin: 'device', store: database, isWritable: true },
      {
        origin: 'workbook',
        store: lazyStore(
          async () => (await openSnapshot()).store,
          () => true,
        ),
        isWritable: false,
      },
    ],
    limits: limitsOf(preferences.current()),
    admission: lateAdmission(openShared, clock),
  });
  const openLedger = createLateLedger({
    activity: engine.activity,
    clock,
    async load() {
      const { openLedger: open } = await import(/* webpackChunkName: "ledger" */ './open-ledger');
      ledger = open({ storage: host.storage, preferences, engine, clock });
      return ledger;
    },
  });
  const problems: Problems = createCellRegister(clock);
  const staleValues: StaleValues = createCellRegister(clock);
  const workbook = createLateWorkbook({
    clock,
    parts: host.parts,
    async load(hasGuessed) {
      const { openWorkbook } = await import(/* webpackChunkName: "workbook" */ './open-workbook');
      return openWorkbook({
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
  connection.subscribe(() => used.turn());
  // What a workbook says is good for that workbook alone.
  host.parts.subscribe(() => {
    used.clear();
    engine.forget();
  });
  const openSnapshot = late(async () => {
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
    used,
    openSnapshot,
    log,
    openAdmission: openShared,
    openOtherWindows: late(() => openOtherWindows(clock, host)),
    prepareScope,
  };
}
