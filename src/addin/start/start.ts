import { failFunctionHost, provideFunctionHost } from '../functions/host-promise';
import { withTimeout } from '../../engine/lookup';
import type { CellHost, PaneHost } from '../spreadsheet/host';
import { createCore } from './core';
import type { Core } from './core';

/** The whole add-in, running in some host. */
export interface Addin {
  /** Draws the pane; its code is loaded now, not before. */
  renderPane(element: HTMLElement, paneHost: PaneHost): Promise<void>;
  /** Recalculates every Locus formula; known answers cost nothing. */
  recalculateAll(): Promise<void>;
  /** From now on, calculates cells again whose results the host has lost; its code is loaded now. */
  reviveLostResults(): Promise<void>;
  /** Whether the text contains the API key. */
  holdsKey(text: string): boolean;
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
    .then(() => budgetKnown(core))
    .then(() => provide(core))
    .catch(() => failFunctionHost(CANNOT_START, (kind, text) => host.cellError(kind, text)));
  return {
    async renderPane(element, paneHost) {
      const { openPane } = await import(/* webpackChunkName: "pane" */ './open-pane');
      await openPane(core, element, paneHost);
    },
    recalculateAll: async () => void (await host.cells.recalculateAll()),
    async reviveLostResults() {
      const code = await import(/* webpackChunkName: "service" */ './lost-results');
      code.reviveLostResults(core);
    },
    holdsKey(text) {
      const { credential = '' } = core.connection.current();
      return credential.length >= SHORTEST_KEY && text.includes(credential);
    },
    isIdle() {
      const { waiting, inFlight } = core.engine.activity.snapshot();
      return waiting === 0 && inFlight === 0;
    },
  };
}

/**
 * A budget needs to know what was spent today. If the ledger's code does not arrive in time, cells
 * calculate anyway, and the budget learns of that spending when it does.
 */
async function budgetKnown({ preferences, openLedger, clock }: Core): Promise<void> {
  if (preferences.current().dailyBudget === null) return;
  const opened = openLedger().catch(() => undefined);
  await withTimeout(opened, { clock, timeoutMs: TIMEOUT_MS, otherwise: undefined });
}

const TIMEOUT_MS = 5_000;
/** A shorter key occurs by chance in many texts. */
const SHORTEST_KEY = 6;

function provide(core: Core): void {
  const { host, preferences } = core;
  const { models } = core.workbook;
  provideFunctionHost({
    ...core,
    ...core.used.recorded,
    cellError: (kind, message) => host.cellError(kind, message),
    longestResult: host.longestResult ?? Infinity,
    modelId: (alias) => models.modelId(alias),
    whenModelsKnown: () => models.whenKnown(),
    uses1904Dates: () => host.dateSystem?.uses1904Dates() ?? false,
    whenDateSystemKnown: () => host.dateSystem?.whenKnown(),
    dateFormat: () => preferences.current().dateFormat,
    pincodes: () => preferences.current().pincodes,
  });
}

const CANNOT_START =
  'Locus couldn’t start. Close and reopen the workbook. If that doesn’t help, reinstall the add-in.';
