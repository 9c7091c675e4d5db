import { copyText } from '../device/clipboard';
import { randomHex } from '../device/device-salt';
import { saveFile } from '../device/file-saving';
import { createPictures } from '../device/pictures';
import type { ServiceAddresses } from '../../engine/client/connection';
import { createConnectionTest } from '../../engine/client/connection-test';
import { askAccount } from '../../engine/client/gateway-finder';
import { askSignInOffer } from '../../engine/client/gateway-sign-in';
import { createFavouriteNames } from '../device/favourite-names';
import { mayBeToken } from '../../engine/client/account-summary';
import { createLanguageChoice } from '../device/language-choice';
import type { Cells, DeviceStorage, Host, PaneHost, Recalculation } from '../spreadsheet/host';
import { renderPane } from '../pane';
import type { HeldCalls, KeptAnswers, PanePorts } from '../pane/parts/pane-ports';
import { callsLocus } from '../spreadsheet/locus-calls';
import type { BlockToWrite } from '../spreadsheet/sheet';
import { addressesToRetry, askAgain } from './ask-again';
import type { Core } from './core';
import type { DiagnosticsParts } from './diagnostics';
import { askHeldCells, countedTest, type HeldCells } from './spending';
import { forgetEverything } from './forget-everything';
import { createTeamCatalogue, createTeamNames } from './team-catalogue';
import { fetchMapData } from './page-lifecycle';
import type { ConnectionStore } from '../device/connection-store';
import type { AnswerStore, Engine, HeldPlan } from '../../engine/lookup';
import type { PreferenceStore } from '../device/preferences';
import { CLEARING } from '../device/stored-record';

/** Draws the pane in the language that is spoken by now. */
export function drawPane(core: Core, element: HTMLElement, paneHost: PaneHost): void {
  core.log.note({ what: 'pane shown' });
  renderPane(element, joinPane(core, paneHost));
}

/** Everything that the pane may touch, built on the core that cells calculate with. */
function joinPane(core: Core, paneHost: PaneHost): PanePorts {
  const { clock, engine, connection, preferences, database, problems, staleValues, ledger } = core;
  const { renewals } = core;
  const host = announcedHost(
    { ...core.host, ...paneHost },
    {
      expect(values) {
        core.firstAsking.personActed();
        return engine.spending.expect(values);
      },
    },
  );
  const teamCatalogue = createTeamCatalogue(core);
  const favourites = createFavouriteNames(host.storage);

  async function retry(addresses: readonly string[]): Promise<Recalculation> {
    core.firstAsking.personActed();
    return ask(addresses, host.cells);
  }

  async function ask(
    addresses: readonly string[],
    cells: Pick<Cells, 'recalculate'>,
  ): Promise<Recalculation> {
    core.log.note({ what: 'asked again' });
    await prepare(addresses);
    return askAgain(addresses, problems, cells);
  }

  async function prepare(addresses: readonly string[]): Promise<void> {
    await core.prepareScope();
    engine.resume();
    staleValues.forget(addresses);
    renewals.goOn(addresses);
  }

  return {
    host,
    clock,
    connection,
    activity: engine.activity,
    problems,
    staleValues,
    answers: createKeptAnswers({
      database,
      preferences,
      storage: host.storage,
      forget: () => engine.forget(true),
    }),
    preferences,
    language: createLanguageChoice(host.storage),
    held: createHeldCalls({ ...core, cells: host.cells }),
    ledger,
    workbookSpending: core.workbookSpending,
    workbook: core.workbook().store,
    workbookAnswers: () => Promise.resolve(core.snapshot().answers),
    scores: engine,
    askScore: (question) => engine.ask(question),
    catalogue: createTeamNames(core, teamCatalogue),
    favourites,
    keysToFind: createSeenKeys(connection, host.defaultAddresses),
    isSampleData: () => showsSampleData(core),
    testConnection: countedTest(
      createConnectionTest({ ...core, online: () => navigator.onLine }),
      ledger,
      clock,
    ),
    accountSummary: () => accountSummary(core),
    signInOffer: () => signInOffer(core),
    randomHex,
    teamModels: async () =>
      (await teamCatalogue())?.models.map(({ id, name, note }) => ({
        alias: name,
        modelId: id,
        note,
        variables: [],
      })) ?? [],
    async onCredentialChanged() {
      const addresses = [...new Set(problems.list().map(({ address }) => address))];
      engine.spending.expect(addresses.length);
      // Not the announced cells: a new key by itself does not act on the workbook.
      await ask(addresses, core.host.cells);
    },
    retryFailed: () => retry(addressesToRetry(problems)),
    retry,
    async renew(cells, mark) {
      core.firstAsking.personActed();
      await prepare(cells);
      core.renewing.write({ version: 1, at: clock.now(), cells, mark });
      const renewed = renewals.begin(cells);
      const { failures } = await host.cells.recalculate(cells);
      const untold = new Set(failures.flatMap((each) => each.addresses));
      for (const address of untold) renewals.ended(address);
      await renewed;
      const meant = new Set(cells);
      return staleValues
        .list()
        .reduce((sum, { address, count }) => sum + (meant.has(address) ? count : 0), untold.size);
    },
    copyText: (text) => copyText(text, window),
    saveFile: (name, text) => saveFile(name, text, window),
    pictures: createPictures(window),
    mapData: fetchMapData,
    diagnostics: () => diagnose(core),
    forgetEverything: () =>
      forgetEverything({ ...core, admission: core.admission(), newGeneration: randomHex }),
    cancelWaiting() {
      core.log.note({ what: 'cancelled' });
      engine.cancelWaiting();
    },
    pause: () => engine.pause(),
    goOn: () => engine.goOn(),
  };
}

async function accountSummary({ connection, clock, fetch }: Core) {
  const { credential = '', addresses } = connection.current();
  if (!mayBeToken(credential)) return undefined;
  return askAccount(addresses.attributeUrl, credential, { fetch, clock });
}

/** Asks nothing of a server that is surely no gateway: the one that only serves the add-in. */
function signInOffer({ host, connection, clock, fetch }: Core) {
  const { credential, addresses } = connection.current();
  if (credential !== undefined && !mayBeToken(credential)) return undefined;
  const isDefault = addresses.attributeUrl === host.defaultAddresses.attributeUrl;
  if (isDefault && host.isFromGateway !== true) return undefined;
  return askSignInOffer(addresses.attributeUrl, { fetch, clock });
}

/** A host with a demonstration key has the sample service at its default addresses. */
function showsSampleData({ host, connection }: Core): boolean {
  return (
    host.demonstrationKey !== undefined &&
    connection.current().addresses.attributeUrl === host.defaultAddresses.attributeUrl
  );
}

async function diagnose(core: Core): Promise<string> {
  const { diagnosticsText } = await import(/* webpackChunkName: "pane-more" */ './diagnostics');
  const { host, connection } = core;
  return diagnosticsText({
    now: core.clock.now(),
    host: await host.describe(),
    page: window.navigator,
    connection: connection.current(),
    isRemembered: connection.isRemembered(),
    defaultAddresses: host.defaultAddresses,
    preferences: core.preferences.current(),
    missing: missingParts(core),
    activity: core.engine.activity.snapshot(),
    problems: core.problems,
    stale: core.staleValues.list().length,
    log: core.log,
  });
}

/** What this window lacks to work together with the others. */
function missingParts({ others: { missing }, admission }: Core): DiagnosticsParts['missing'] {
  return admission().isAlone ? [...missing, 'shared budget'] : missing;
}

/**
 * The keys used since the pane was joined: the current one and those it replaced. Held in memory
 * only, and dropped when everything is forgotten.
 */
function createSeenKeys(
  connection: Pick<ConnectionStore, 'current' | 'subscribe'>,
  defaults: ServiceAddresses,
): () => readonly string[] {
  const seen = new Set<string>();
  const look = (): void => {
    const { credential, addresses } = connection.current();
    if (credential !== undefined) seen.add(credential);
    else if (addresses.attributeUrl === defaults.attributeUrl) seen.clear();
  };
  look();
  connection.subscribe(look);
  return () => [...seen];
}

interface KeptAnswersParts {
  readonly database: AnswerStore;
  readonly preferences: PreferenceStore;
  readonly storage: Pick<DeviceStorage, 'subscribe'>;
  /** Drops the answers that the engine holds in memory. */
  forget(): void;
}

/** The kept answers as the pane shows them: a switch, a size and a way to clear them. */
function createKeptAnswers(parts: KeptAnswersParts): KeptAnswers {
  const { database, preferences, storage, forget } = parts;
  return {
    current: () => preferences.current().shouldKeepAnswers,
    subscribe: (listener) => preferences.subscribe(listener),
    whenCleared: (listener) =>
      storage.subscribe((name) => {
        if (name === CLEARING) listener();
      }),
    turn: (shouldKeepAnswers) => void preferences.save({ shouldKeepAnswers }),
    size: () => database.size(),
    async clear() {
      forget();
      await database.clear();
    },
  };
}

interface HeldCallsParts extends HeldCells {
  readonly engine: Pick<Engine, 'activity' | 'spending'>;
  readonly renewing: { remove(): void };
}

/** Connects the engine's held calls to the pane: an approval also recalculates the held cells. */
export function createHeldCalls({ engine, renewing, ...cells }: HeldCallsParts): HeldCalls {
  const { spending } = engine;
  let plan: HeldPlan | undefined;

  return {
    current() {
      const now = spending.held();
      if (JSON.stringify(plan) !== JSON.stringify(now)) plan = now;
      return plan;
    },
    subscribe: (listener) => engine.activity.subscribe(() => listener()),
    approve(calls) {
      spending.approve(calls);
      return askHeldCells(cells);
    },
    refuse() {
      // Nor is it offered again at the next start.
      if (spending.held()?.first === 'interrupted') renewing.remove();
      spending.refuse();
    },
    room: () => spending.room(),
    approveAhead: (approval) => spending.approveAhead(approval),
  };
}

/**
 * Wraps the host for the pane. Before the pane makes cells calculate, it announces how many values
 * they will ask for, so that too many are held together, however slowly the host asks for them.
 */
export function announcedHost(host: Host, { expect }: Announcements): Host {
  const { sheet, cells } = host;
  return {
    ...host,
    sheet: {
      ...sheet,
      async write(block, options) {
        const values = valuesIn(block);
        if (values === 0) return sheet.write(block, options);
        const withdraw = expect(values);
        const result = await sheet.write(block, options);
        if (result.kind !== 'written') withdraw();
        return result;
      },
    },
    cells: {
      ...cells,
      recalculate(addresses) {
        expect(addresses.length);
        return cells.recalculate(addresses);
      },
    },
  };
}

interface Announcements {
  expect(this: void, values: number): () => void;
}

/** One for each Locus formula, or one for each cell that the formula spills into. */
function valuesIn({ cells, spill }: BlockToWrite): number {
  const formulas = cells.flat().filter(callsLocus).length;
  return spill === undefined || formulas === 0 ? formulas : spill.rows * spill.columns;
}
