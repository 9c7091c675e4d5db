import { withTimeout, type Clock } from '../../engine/lookup';
import { aliasKey, mayAskModel } from '../workbook/workbook-model';
import {
  createWorkbookStore,
  type WorkbookState,
  type WorkbookStore,
  type WorkbookStoreOptions,
} from '../workbook/workbook-store';
import type { WorkbookModel } from '../spreadsheet/host';
import type { Sheet } from '../spreadsheet/sheet';

/** The open workbook's models, as formulas use them. */
export interface WorkbookModels {
  /** The id behind an alias; undefined for a text that is no alias, and is itself an id. */
  modelId(alias: string): string | undefined;
  /** The variables that a person has said this model needs, by its alias or id. */
  variablesOf(model: string): readonly string[];
  /** Their aliases and ids: the same array until one changes. */
  names(): readonly { readonly name: string }[];
  /** Undefined once the models are known; else settles when they are, or after a time limit. */
  whenKnown(): Promise<void> | undefined;
}

export interface WorkbookModelsParts {
  readonly store: WorkbookStore;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly sheet: Pick<Sheet, 'formulas'>;
  recalculate(addresses: readonly string[]): Promise<unknown>;
}

/** The open workbook's settings, and its models as formulas use them. */
export interface OpenSettings {
  readonly store: WorkbookStore;
  readonly models: WorkbookModels;
}

/** Starts reading at once. */
export function openSettings(
  parts: WorkbookStoreOptions & Omit<WorkbookModelsParts, 'store'>,
): OpenSettings {
  const store = createWorkbookStore(parts);
  return { store, models: createWorkbookModels({ ...parts, store }) };
}

/**
 * A cell that calculates before the models have been read waits a little; otherwise its alias would
 * be sent as an id. Cells that could not wait, and cells whose alias now means another model, are
 * recalculated; their known answers cost nothing.
 */
export function createWorkbookModels(parts: WorkbookModelsParts): WorkbookModels {
  const { store, clock } = parts;
  /** Undefined while a workbook is being read. */
  let known: ReadonlyMap<string, string> | undefined;
  /** Whether a cell could not wait, and used its alias as an id. */
  let hasGuessed = false;
  let waiting: Promise<void> | undefined;
  let named = { models: NO_MODELS, names: [] as readonly { readonly name: string }[] };

  function look(): void {
    const state = store.current();
    if (state.reading.kind === 'reading') {
      known = undefined;
      hasGuessed = false;
      waiting = undefined;
      return;
    }
    const before = known ?? (hasGuessed ? new Map<string, string>() : undefined);
    known = meaningsByKey(state);
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
    variablesOf(written) {
      const { settings } = store.current();
      const model =
        settings.modelOf(written) ?? settings.models.find(({ modelId }) => modelId === written);
      return model?.variables.map(({ name }) => name) ?? [];
    },
    names() {
      const { models } = store.current().settings;
      if (models !== named.models) {
        const names = models.flatMap(({ alias, modelId }) => [{ name: alias }, { name: modelId }]);
        named = { models, names };
      }
      return named.names;
    },
    whenKnown: () => (known === undefined ? (waiting ??= wait()) : undefined),
  };
}

const NO_MODELS: readonly WorkbookModel[] = [];

/** A workbook is read within a few hundredths of a second; a person notices a wait of two. */
const TIMEOUT_MS = 2_000;

/** What each alias means: the model's id, and what that model needs. */
function meaningsByKey({ settings }: WorkbookState): ReadonlyMap<string, string> {
  return new Map(
    settings.models.map(({ alias, modelId, variables }) => [
      aliasKey(alias),
      [modelId, ...variables.map(({ name }) => name)].join('\n'),
    ]),
  );
}

function changedKeys(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  // A removed alias would be sent as an id, so its cells keep what they show.
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
