import { createFormulas } from '../functions/formulas';
import { failFunctions, provideFunctions } from '../functions/host-promise';
import type { CellHost, PaneHost } from '../spreadsheet/host';
import { createCore, type Core } from './core';
import { ASKING_MS, priceFirst, resumeInterrupted, reviveLostResults } from './ask-again';
import { openLanguage } from './open-language';

/** The whole add-in, running in some host. */
export interface Addin {
  /** Draws the pane; its code is fetched now, not before. Rejects if that fails. */
  renderPane(element: HTMLElement, paneHost: PaneHost): Promise<void>;
  /** Recalculates every Locus formula, none of which could ask for anything before. */
  recalculateAll(): Promise<void>;
  /**
   * Recalculates cells for a click beside which no price stands. Known values cost nothing; the
   * others are held, and `onHeld` is called, so that the pane can show what they would cost.
   */
  priceFirst(recalculate: () => Promise<unknown>, onHeld: () => void): Promise<void>;
  /** From now on, calculates cells again whose results the host has lost. */
  reviveLostResults(): void;
  /**
   * Calculates the values that were being requested when the workbook was closed. Those that are not
   * known are held. Call it when a workbook has been opened.
   *
   * @param ready when the host can calculate them.
   * @returns whether the cells could be read.
   */
  resumeInterrupted(ready?: Promise<void>): Promise<boolean>;
  /** The API keys that no file should contain. */
  keysToFind(): readonly string[];
  /** Whether the text contains the API key. */
  holdsKey(text: string): boolean;
  /**
   * Whether formulas show results that the workbook does not carry: nobody without a key would see
   * them in the file.
   */
  lacksShownResults(): Promise<boolean>;
  /** Whether nothing is waiting and nothing is in flight. */
  isIdle(): boolean;
}

/**
 * Joins the layers for a host and lets its cells calculate. The two hosts differ in what they
 * pass in, and in nothing else.
 */
export function startAddin(host: CellHost): Addin {
  const core = createCore(host);
  core
    .prepareScope()
    .then(() => provide(core))
    .catch(() => failFunctions(CANNOT_START, (kind, text) => host.cellError(kind, text)));
  return {
    async renderPane(element, paneHost) {
      await openLanguage(core);
      // Only now: the pane's modules read their texts as they load.
      const { drawPane } = await import(/* webpackChunkName: "pane" */ './join-pane');
      drawPane(core, element, paneHost);
    },
    recalculateAll: async () => void (await host.cells.recalculateAll()),
    async priceFirst(recalculate, onHeld) {
      const { activity, spending } = core.engine;
      const stop = activity.subscribe(() => {
        if (spending.held()?.first !== 'unpriced') return;
        stop();
        onHeld();
      });
      core.clock.schedule(ASKING_MS, stop);
      await priceFirst(core, recalculate);
    },
    resumeInterrupted: (ready) => resumeInterrupted(core, ready),
    reviveLostResults: () => reviveLostResults(core),
    keysToFind() {
      const { credential } = core.connection.current();
      return credential === undefined ? [] : [credential];
    },
    holdsKey(text) {
      const { credential = '' } = core.connection.current();
      return credential.length >= SHORTEST_KEY && text.includes(credential);
    },
    lacksShownResults: () => core.snapshot().answers.lacksShown(),
    isIdle() {
      const { waiting, inFlight } = core.engine.activity.snapshot();
      return waiting === 0 && inFlight === 0;
    },
  };
}

/** A shorter key occurs by chance in many texts. */
const SHORTEST_KEY = 6;

function provide(core: Core): void {
  const { host, preferences } = core;
  const settings = core.workbook;
  provideFunctions(
    createFormulas({
      ...core,
      ...core.used.recorded,
      spending: core.engine.spending,
      cellError: (kind, message) => host.cellError(kind, message),
      longestResult: host.longestResult ?? Infinity,
      modelId: (alias) => settings().models.modelId(alias),
      modelNames: () => settings().models.names(),
      variablesOf: (model) => settings().models.variablesOf(model),
      subscribeOpened: (listener) => void host.parts.subscribe(listener),
      whenModelsKnown: () => settings().models.whenKnown(),
      uses1904Dates: () => host.dateSystem?.uses1904Dates() ?? false,
      whenDateSystemKnown: () => host.dateSystem?.whenKnown(),
      dateFormat: () => preferences.current().dateFormat,
      pincodes: () => preferences.current().pincodes,
    }),
  );
}

const CANNOT_START =
  'Locus couldn’t start. Close and reopen the workbook. If that doesn’t help, reinstall the add-in.';
