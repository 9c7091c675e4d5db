import { createRenewals, type Renewals } from '../functions/renewals';
import { type Catalogue, createCatalogue } from '../../engine/catalogue/catalogue';
import type { CatalogueStore } from '../../engine/catalogue/catalogue-store';
import { createSerialQueue } from '../../engine/async/serial-queue';
import { createScope, type Scope } from '../../engine/client/scope';
import type { Fetch } from '../../engine/client/http-call';
import { createBrowserClock } from '../device/clock';
import type { OtherWindows } from '../device/other-windows';
import { deviceSalt, randomHex } from '../device/device-salt';
import type { SharedAdmission } from '../device/shared-admission';
import { createCallClaims } from '../device/call-claims';
import { createKnownNames, type LearningNames } from '../../engine/catalogue/known-names';
import { createCellRegister, type Problems, type StaleValues } from '../functions/problems';
import {
  createEngine,
  type Spending,
  type AdjustableOptions,
  type AnswerStore,
  type Clock,
  type Engine,
  type LookupErrorCode,
} from '../../engine/lookup';
import { createConnectionStore, type ConnectionStore } from '../device/connection-store';
import { createForgettableStorage, type ForgettableStorage } from '../device/forgettable-storage';
import {
  createLedger,
  createWorkbookSpending,
  type Ledger,
  type WorkbookSpending,
} from '../device/ledger';
import { createPreferenceStore, type PreferenceStore } from '../device/preferences';
import { createRenewalRecord, type KeptRenewal } from '../device/renewal-record';
import { GENERATION, STORED_NAMES, type StoredRecord } from '../device/stored-record';
import type { CellHost } from '../spreadsheet/host';
import { locusCalls } from '../spreadsheet/locus-calls';
import type { Sheet } from '../spreadsheet/sheet';
import { askAgainFor, priceFirst } from './ask-again';
import { openAdmission, openAnswers, openNames, openOtherWindows } from './device-stores';
import { createEventLog, recordedSource, type EventLog } from './event-log';
import { openSnapshot, type OpenSnapshot } from './open-snapshot';
import { createTeamCatalogue, createTeamNames } from './team-catalogue';
import { openSettings, type OpenSettings } from './workbook-models';
import { openService } from './open-service';
import { whenHidden } from './page-lifecycle';
import { followLimits, limitsOf, recordSpending } from './spending';
import { dropWhenForgotten } from './forget-everything';
import { createUsedAnswers, type UsedAnswers } from './used-answers';

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
  readonly renewals: Renewals;
  /** What this device keeps of the last renewal. */
  readonly renewing: StoredRecord<KeptRenewal>;
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
  const prepareScope = createAccountTurns({ scope, connection, names });
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
    hasPrice: () => pricePerCall() !== null,
  });
  const renewing = createRenewalRecord(storage);
  const renewals = createRenewals(clock, engine.activity, () => renewing.remove());
  followLimits({ engine, problems, staleValues, renewals, cells: host.cells, preferences });
  const workbook = once(() =>
    openSettings({
      parts: host.parts,
      sheet: host.sheet,
      clock,
      now: () => clock.now(),
      credential: () => connection.current().credential,
      recalculate: (addresses) =>
        priceFirst({ firstAsking, clock }, () => host.cells.recalculate(addresses)),
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
    renewals.forget();
    for (const cells of [problems, staleValues]) {
      cells.forget(cells.list().map(({ address }) => address));
    }
  });
  const snapshot = once(() =>
    openSnapshot({
      host: {
        ...host,
        cells: {
          ...host.cells,
          recalculateAll: () =>
            priceFirst({ firstAsking, clock }, () => host.cells.recalculateAll()),
        },
      },
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
    renewals,
    renewing,
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

interface AccountTurnsParts {
  readonly scope: Scope;
  readonly connection: Pick<ConnectionStore, 'current'>;
  readonly names: Pick<LearningNames, 'turnTo'>;
}

/**
 * Computes the current connection's scope, and turns to its account's names. One after the other:
 * when a person saves twice, the first account's hash may be the later one to arrive.
 */
export function createAccountTurns({ scope, connection, names }: AccountTurnsParts) {
  const inTurn = createSerialQueue();
  return (): Promise<void> =>
    inTurn(async () => {
      const current = connection.current();
      await scope.prepare(current);
      names.turnTo(scope.of('lookup', current));
    });
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

interface DeviceNamesParts {
  readonly clock: Clock;
  readonly connection: Pick<ConnectionStore, 'current' | 'subscribe'>;
  readonly fetch: Fetch;
  readonly sheet: Pick<Sheet, 'formulas'>;
  recalculate(addresses: readonly string[]): Promise<unknown>;
  openStore(): CatalogueStore;
}

/** The names known on this device, which are read when a formula or a person first needs them. */
export function createDeviceNames(parts: DeviceNamesParts): LearningNames {
  return createKnownNames({
    clock: parts.clock,
    open: () => Promise.resolve(createListedCatalogue(parts)),
  });
}

/**
 * The catalogue of this device. When a person changes it, the cells that list it are recalculated;
 * names that are merely learnt change no cells. Behind a gateway it also has the names that an
 * administrator lists for everybody.
 */
function createListedCatalogue(parts: DeviceNamesParts): Catalogue {
  const catalogue = createCatalogue({ clock: parts.clock, store: parts.openStore() });
  async function shown<Result>(action: Promise<Result>): Promise<Result> {
    const result = await action;
    void recalculateLists(parts);
    return result;
  }
  const listed: Catalogue = {
    ...catalogue,
    take: (names, how) => shown(catalogue.take(names, how)),
    forget: (what) => shown(catalogue.forget(what)),
    offer: (names) => shown(catalogue.offer(names)),
  };
  // Cells list the team's names whether or not the pane was ever opened.
  const { connection } = parts;
  const names = { open: () => Promise.resolve(listed) };
  void createTeamNames({ names, connection }, createTeamCatalogue(parts)).open();
  return listed;
}

async function recalculateLists({ sheet, recalculate }: DeviceNamesParts): Promise<void> {
  try {
    const reading = await sheet.formulas();
    if (reading.kind === 'failed') return;
    const lists = reading.formulas.filter(({ formula }) =>
      locusCalls(formula).some(({ name }) => name === 'LOCCATALOG'),
    );
    if (lists.length > 0) await recalculate(lists.map(({ address }) => address));
  } catch {
    // The cells keep what they show, and the ribbon's button calculates them again.
  }
}

/**
 * Asks nothing for a workbook with a person's own key before that person has acted on it: a
 * stranger's workbook may hold thousands of formulas. Until then its calls are held, and the pane
 * offers to make them.
 */
interface FirstAsking {
  /** The person has asked for values in this workbook, from the pane. */
  personActed(): void;
  /**
   * Values are about to be asked for that were being requested when the workbook was closed, or for
   * a click beside which no price stood.
   *
   * @returns what to call once they have been: what a person asks for then is not held with them.
   */
  asking(reason: 'interrupted' | 'unpriced'): () => void;
}

interface FirstAskingParts {
  readonly host: Pick<CellHost, 'edits' | 'parts' | 'demonstrationKey' | 'defaultAddresses'>;
  readonly connection: Pick<ConnectionStore, 'current' | 'subscribe'>;
  readonly problems: Pick<Problems, 'list'>;
  readonly spending: Pick<Spending, 'askFirst'>;
  /** Whether a person has set what a call costs. */
  hasPrice(): boolean;
}

export function createFirstAsking({
  host,
  connection,
  problems,
  spending,
  hasPrice,
}: FirstAskingParts): FirstAsking {
  let hasActed = false;
  let held: { readonly reason: 'interrupted' | 'unpriced' } | undefined;

  /** What a demonstration's key asks costs nobody anything. */
  function isOwnKey(): boolean {
    const { credential, addresses } = connection.current();
    const isDemonstration =
      credential === host.demonstrationKey &&
      addresses.attributeUrl === host.defaultAddresses.attributeUrl;
    return credential !== undefined && !isDemonstration;
  }

  /** A host that does not say when a person types asks only for what waited for the key. */
  function look(): void {
    const mayBeAStrangers = host.edits !== undefined || problems.list().length > 0;
    const isUnchanged = !hasActed && isOwnKey() && mayBeAStrangers;
    spending.askFirst(held?.reason ?? (isUnchanged ? 'unchanged' : undefined));
  }

  function personActed(): void {
    if (hasActed && held === undefined) return;
    hasActed = true;
    held = undefined;
    look();
  }

  look();
  connection.subscribe(look);
  host.edits?.(personActed);
  host.parts.subscribe(() => {
    hasActed = false;
    look();
  });
  return {
    personActed,
    asking(reason) {
      // What a demonstration gives away has no price to show.
      if (reason === 'unpriced' && !isOwnKey() && !hasPrice()) return () => undefined;
      const own = { reason };
      held = own;
      look();
      return () => {
        if (held !== own) return;
        held = undefined;
        look();
      };
    },
  };
}
