import { ListenerSet, withTimeout } from '../../engine/lookup';
import type { Clock } from '../../engine/lookup';
import type { WorkbookParts } from '../spreadsheet/workbook-parts';
import type { WorkbookState, WorkbookStore } from '../workbook/workbook-store';
import type { OpenSettings } from './open-settings';
import type { WorkbookModels } from './workbook-models';

export interface LazySettingsParts {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly parts: Pick<WorkbookParts, 'opened'>;
  /** @param hasGuessed whether a cell could not wait, and used its alias as an id. */
  load(hasGuessed: () => boolean): Promise<OpenSettings>;
}

/**
 * The open workbook's settings. Their code is fetched when a score or the pane first needs them;
 * until then, their state is that they are being read.
 */
export function createLazySettings({ clock, parts, load }: LazySettingsParts): OpenSettings {
  const listeners = new ListenerSet();
  let state: WorkbookState = { settings: NO_SETTINGS, reading: { kind: 'reading' } };
  let open: OpenSettings | undefined;
  let hasGuessed = false;
  let loading: Promise<OpenSettings | undefined> | undefined;
  let waiting: Promise<void> | undefined;

  function opening(): Promise<OpenSettings | undefined> {
    return (loading ??= fetchCode());
  }

  async function fetchCode(): Promise<OpenSettings | undefined> {
    try {
      const fetched = await load(() => hasGuessed);
      open = fetched;
      fetched.store.subscribe(listeners.tell);
    } catch {
      // Cells that waited have used their aliases as ids.
      hasGuessed = true;
      waiting = undefined;
      state = { ...state, reading: { kind: 'failed', message: NOT_FETCHED } };
    }
    listeners.tell();
    return open;
  }

  /** Waits for the models, but no longer than a cell can. */
  function wait(): Promise<void> {
    const known = async (): Promise<void> => (await opening())?.models.whenKnown();
    return withTimeout(known(), {
      clock,
      timeoutMs: TIMEOUT_MS,
      otherwise: undefined,
      onTimeout: () => void (hasGuessed = true),
    });
  }

  const store: WorkbookStore = {
    current: () => open?.store.current() ?? state,
    whenRead: async () => (await opening())?.store.whenRead(),
    async read() {
      if (open === undefined) {
        state = { ...state, reading: { kind: 'reading' } };
        loading = undefined;
        listeners.tell();
      }
      await (await opening())?.store.read();
    },
    async edit(edits) {
      const mine = parts.opened();
      const fetched = await opening();
      if (mine !== parts.opened()) return { kind: 'refused', reason: 'another-workbook' };
      return fetched?.store.edit(edits) ?? { kind: 'failed', message: NOT_FETCHED };
    },
    subscribe(listener) {
      void opening();
      return listeners.subscribe(listener);
    },
  };
  const models: WorkbookModels = {
    modelId: (alias) => open?.models.modelId(alias),
    whenKnown() {
      if (open !== undefined) return open.models.whenKnown();
      return state.reading.kind === 'failed' ? undefined : (waiting ??= wait());
    },
  };
  return { store, models };
}

/** A person notices a wait of two seconds. */
const TIMEOUT_MS = 2_000;

const NOT_FETCHED = 'Part of Locus couldn’t load. Check your network and try again.';

const NO_SETTINGS: WorkbookState['settings'] = {
  models: [],
  defaultModel: undefined,
  variableSets: [],
  options: new Map(),
  modelOf: () => undefined,
};
