import { failFunctionHost, provideFunctionHost } from '../functions/host-promise';
import { withTimeout } from '../lookup';
import type { CellHost, PaneHost } from '../spreadsheet/host';
import { createCore } from './core';
import type { Core } from './core';

/** The whole add-in, running in some host. */
export interface Addin {
  /** Draws the pane; its code is loaded now, not before. */
  renderPane(element: HTMLElement, paneHost: PaneHost): Promise<void>;
  /** Calculates every formula of ours again; what is known costs nothing. */
  recalculateAll(): Promise<void>;
  /** Whether the API key stands in the text. */
  holdsKey(text: string): boolean;
  /** Nothing waits and nothing is in flight. */
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
 * What was spent today must be known before a budget can be kept to. Where its code does not come,
 * cells show what is known all the same, and the budget counts from when it does.
 */
async function budgetKnown({ preferences, openLedger, clock }: Core): Promise<void> {
  if (preferences.current().dailyBudget === null) return;
  const opened = openLedger().catch(() => undefined);
  await withTimeout(opened, { clock, timeoutMs: TIMEOUT_MS, otherwise: undefined });
}

const TIMEOUT_MS = 5_000;
/** A shorter one stands in many a text. */
const SHORTEST_KEY = 6;

function provide(core: Core): void {
  const { host, preferences } = core;
  const { models } = core.workbook;
  provideFunctionHost({
    ...core,
    ...core.used.recorded,
    cellError: (kind, message) => host.cellError(kind, message),
    modelId: (alias) => models.modelId(alias),
    whenModelsKnown: () => models.whenKnown(),
    uses1904Dates: () => host.dateSystem?.uses1904Dates() ?? false,
    whenDateSystemKnown: () => host.dateSystem?.whenKnown(),
    dateFormat: () => preferences.current().dateFormat,
  });
}

const CANNOT_START =
  'Locus couldn’t start. Close and reopen the workbook. If that doesn’t help, reinstall the add-in.';
