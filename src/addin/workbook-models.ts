import { withTimeout } from '../lookup';
import type { Clock } from '../lookup';
import { aliasKey } from '../workbook/workbook-model';
import type { WorkbookState, WorkbookStore } from '../workbook/workbook-store';
import type { Sheet } from '../spreadsheet/sheet';
import { mayAskModel } from '../workbook/model-formulas';

/** What formulas make of the models in the open workbook. */
export interface WorkbookModels {
  /** The id behind an alias; undefined for a text that is none, and thus an id itself. */
  modelId(alias: string): string | undefined;
  /** Undefined when they are known; else settles when they are, or when that takes too long. */
  whenKnown(): Promise<void> | undefined;
}

export interface WorkbookModelsParts {
  readonly store: WorkbookStore;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly sheet: Pick<Sheet, 'formulas'>;
  /** Whether a cell took an alias for an id before this was there. */
  hasGuessed?(): boolean;
  recalculate(addresses: readonly string[]): Promise<unknown>;
}

/**
 * A cell that calculates before the models have been read waits a little: its alias would be sent
 * as if it were an id. Cells that could not wait, and cells whose alias has come to mean another
 * model, are calculated again; what is known of them costs nothing.
 */
export function createWorkbookModels(parts: WorkbookModelsParts): WorkbookModels {
  const { store, clock } = parts;
  /** Undefined while a workbook is being read. */
  let known: ReadonlyMap<string, string> | undefined;
  let hasGuessed = parts.hasGuessed?.() ?? false;
  let waiting: Promise<void> | undefined;

  function look(): void {
    const state = store.current();
    if (state.reading.kind === 'reading') {
      known = undefined;
      hasGuessed = false;
      waiting = undefined;
      return;
    }
    const before = known ?? (hasGuessed ? new Map<string, string>() : undefined);
    known = idsByKey(state);
    hasGuessed = false;
    const changed = before === undefined ? new Set<string>() : changedKeys(before, known);
    if (changed.size > 0) void recalculate(parts, changed);
  }

  function wait(): Promise<void> {
    return withTimeout(store.whenRead(), {
      clock,
      timeoutMs: TIMEOUT_MS,
      otherwise: undefined,
      onTimeout: () => void (hasGuessed = true),
    });
  }

  store.subscribe(look);
  if (store.current().reading.kind !== 'reading') look();
  return {
    modelId: (alias) => store.current().settings.modelOf(alias)?.modelId,
    whenKnown: () => (known === undefined ? (waiting ??= wait()) : undefined),
  };
}

/** A workbook is read in a few hundredths of a second; a person who waits notices two seconds. */
const TIMEOUT_MS = 2_000;

function idsByKey({ settings }: WorkbookState): ReadonlyMap<string, string> {
  return new Map(settings.models.map(({ alias, modelId }) => [aliasKey(alias), modelId]));
}

function changedKeys(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  // One that is gone would be asked for as if it were an id: those cells keep what they show.
  return new Set([...after.keys()].filter((key) => before.get(key) !== after.get(key)));
}

async function recalculate(
  parts: WorkbookModelsParts,
  aliases: ReadonlySet<string>,
): Promise<void> {
  try {
    const reading = await parts.sheet.formulas();
    if (reading.kind === 'failed') return;
    const asking = reading.formulas.filter(({ formula }) => mayAskModel(formula, aliases));
    if (asking.length > 0) await parts.recalculate(asking.map(({ address }) => address));
  } catch {
    // The cells keep what they show, and the ribbon's button calculates them again.
  }
}
