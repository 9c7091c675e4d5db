import type { CatalogueStore } from '../catalogue/catalogue-store';
import { createScope } from '../client/scope';
import { createServiceSource } from '../client/service-source';
import { copyText } from '../device/clipboard';
import { createBrowserClock } from '../device/clock';
import { deviceSalt, randomHex } from '../device/salt';
import { createCellRegister } from '../functions/cell-register';
import { failFunctionHost, provideFunctionHost } from '../functions/host-promise';
import type { Problems } from '../functions/problems';
import type { StaleValues } from '../functions/stale-values';
import { createEngine } from '../lookup';
import type { AnswerStore, Clock, Engine } from '../lookup';
import type { Connection } from '../settings/connection';
import { createConnectionStore } from '../settings/connection-store';
import type { ConnectionStore } from '../settings/connection-store';
import { createLedger } from '../settings/ledger';
import { createPreferenceStore } from '../settings/preferences';
import type { ConnectionReport } from '../taskpane/connection-report';
import type { Host } from '../taskpane/host';
import type { PanePorts } from '../taskpane/pane-ports';
import { createHeldCalls } from './held-calls';
import { createEventLog } from './event-log';
import { forgetEverything } from './forget-everything';
import { createKeptAnswers, lazyStore } from './kept-answers';
import { createDeviceNames } from './known-names';
import { createLateWorkbook } from './late-workbook';
import { recordedSource } from './recorded-source';
import { toPaneReport } from './report';
import { limitsOf, recordSpending, spentToday } from './spending';

/** The whole add-in, running in some host. */
export interface Addin {
  /** Draws the pane; its code is loaded now, not before. */
  renderPane(element: HTMLElement): Promise<void>;
  /** Calculates every formula of ours again; what is known costs nothing. */
  recalculateAll(): Promise<void>;
  /** Nothing waits and nothing is in flight. */
  isIdle(): boolean;
}

/**
 * Joins the layers for a host and lets its cells calculate. The two hosts differ in what they
 * pass in, and in nothing else.
 */
export function startAddin(host: Host): Addin {
  const clock = createBrowserClock();
  const connection = createConnectionStore({
    storage: host.storage,
    defaults: host.defaultAddresses,
    ...(host.demonstrationKey === undefined ? {} : { demonstrationKey: host.demonstrationKey }),
  });
  const preferences = createPreferenceStore(host.storage);
  const ledger = createLedger(host.storage, () => preferences.current().pricePerCall);
  const database = lazyStore(
    () => openDatabase(clock),
    () => preferences.current().shouldKeepAnswers,
  );
  const scope = createScope({
    digest: (bytes) => crypto.subtle.digest('SHA-256', bytes),
    salt: deviceSalt(host.storage, randomHex),
    sessionId: randomHex(),
  });
  const names = createDeviceNames({
    clock,
    openStore: () => openNames(clock, host),
    sheet: host.sheet,
    recalculate: (addresses) => host.cells.recalculate(addresses),
  });
  whenHidden(() => names.flush());
  const prepareScope = async (): Promise<void> => {
    const current = connection.current();
    await scope.prepare(current);
    names.turnTo(scope.of('lookup', current));
  };
  const web = { fetch: (url: string, init?: RequestInit) => fetch(url, init), clock };
  const log = createEventLog(() => clock.now());
  log.note({ what: 'started' });
  connection.subscribe(() => log.note({ what: 'connection changed' }));
  preferences.subscribe(() => log.note({ what: 'settings changed' }));
  const engine = createEngine({
    source: recordedSource(
      createServiceSource({
        ...web,
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
    tiers: [{ origin: 'device', store: database, isWritable: true }],
    limits: limitsOf(preferences.current()),
    spent: spentToday(ledger, clock),
  });
  whenHidden(recordSpending({ engine, ledger, clock }));
  const problems: Problems = createCellRegister(clock);
  const staleValues: StaleValues = createCellRegister(clock);
  const { store: workbook, models } = createLateWorkbook({
    clock,
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
  const ready = prepareScope().then(() =>
    provideFunctionHost({
      engine,
      clock,
      problems,
      staleValues,
      names,
      cellError: (kind, message) => host.cellError(kind, message),
      modelId: (alias) => models.modelId(alias),
      whenModelsKnown: () => models.whenKnown(),
      uses1904Dates: () => host.dateSystem?.uses1904Dates() ?? false,
      whenDateSystemKnown: () => host.dateSystem?.whenKnown(),
      dateFormat: () => preferences.current().dateFormat,
    }),
  );
  ready.catch(() => failFunctionHost(CANNOT_START, (kind, text) => host.cellError(kind, text)));

  const retry = async (addresses: readonly string[]): Promise<void> => {
    log.note({ what: 'asked again' });
    await prepareScope();
    engine.resume();
    problems.forget(addresses);
    staleValues.forget(addresses);
    await host.cells.recalculate(addresses);
  };
  const retryFailed = (): Promise<void> =>
    retry([...new Set(problems.list().map(({ address }) => address))]);
  const testConnection = async (tried: Connection): Promise<ConnectionReport> => {
    const { createConnectionTest } = await import(
      /* webpackChunkName: "pane" */ '../client/connection-test'
    );
    const test = createConnectionTest({ ...web, online: () => navigator.onLine });
    return toPaneReport(await test(tried));
  };
  const stores = { connection, preferences, ledger };
  const diagnostics = async (): Promise<string> => {
    const { diagnosticsText } = await import(/* webpackChunkName: "pane-more" */ './diagnostics');
    return diagnosticsText({
      now: clock.now(),
      host: await host.describe(),
      page: window.navigator,
      connection: connection.current(),
      isRemembered: connection.isRemembered(),
      defaultAddresses: host.defaultAddresses,
      preferences: preferences.current(),
      activity: engine.activity.snapshot(),
      problems,
      stale: staleValues.list().length,
      log,
    });
  };
  const ports: PanePorts = {
    host,
    clock,
    connection,
    activity: engine.activity,
    problems,
    staleValues,
    answers: createKeptAnswers({ database, preferences, forget: () => engine.forget() }),
    preferences,
    held: createHeldCalls({ engine, problems, cells: host.cells, preferences }),
    ledger,
    workbook,
    scores: engine,
    catalogue: names,
    isSampleData: showsSampleData(host, connection),
    testConnection,
    onCredentialChanged: retryFailed,
    retryFailed,
    retry,
    copyText: (text) => copyText(text, window),
    diagnostics,
    forgetEverything: () =>
      forgetEverything({ ...stores, engine, database, names, storage: host.storage }),
    cancelWaiting() {
      log.note({ what: 'cancelled' });
      engine.cancelWaiting();
    },
    pause: () => engine.pause(),
    goOn: () => engine.goOn(),
  };
  return {
    async renderPane(element) {
      const { renderPane } = await import(/* webpackChunkName: "pane" */ '../taskpane');
      log.note({ what: 'pane shown' });
      renderPane(element, ports);
    },
    recalculateAll: async () => void (await host.cells.recalculateAll()),
    isIdle: () => isIdle(engine),
  };
}

async function openDatabase(clock: Clock): Promise<AnswerStore> {
  const { createAnswerDatabase } = await import(
    /* webpackChunkName: "device" */ '../device/answer-database'
  );
  const database = createAnswerDatabase({ databases: () => ({ indexedDB, IDBKeyRange }), clock });
  whenHidden(() => database.flush());
  return database;
}

async function openNames(clock: Clock, { storage }: Host): Promise<CatalogueStore> {
  const { createCatalogueDatabase } = await import(
    /* webpackChunkName: "device" */ '../device/catalogue-database'
  );
  const databases = () => ({ indexedDB, IDBKeyRange });
  return createCatalogueDatabase({ databases, clock, storage });
}

/** A page that is hidden may be gone the next moment. */
function whenHidden(run: () => void | Promise<void>): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void run();
  });
}

const CANNOT_START =
  'Locus could not start. Close and open the workbook; if it stays, reinstall the add-in.';

function isIdle(engine: Engine): boolean {
  const { waiting, inFlight } = engine.activity.snapshot();
  return waiting === 0 && inFlight === 0;
}

/** A demonstration key is good for a sample service only. */
function showsSampleData(host: Host, connection: ConnectionStore): boolean {
  return (
    host.demonstrationKey !== undefined &&
    connection.current().addresses.attributeUrl === host.defaultAddresses.attributeUrl
  );
}
