import type { Clock } from '../lookup';
import type { SettingsParts, WorkbookState, WorkbookStore } from '../workbook/workbook-store';
import type { OpenWorkbook } from './open-workbook';
import type { WorkbookModels } from './workbook-models';

export interface LateWorkbookParts {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly parts: Pick<SettingsParts, 'opened'>;
  /** @param hasGuessed whether a cell could not wait, and took its alias for an id. */
  load(hasGuessed: () => boolean): Promise<OpenWorkbook>;
}

/**
 * The open workbook's settings, their code fetched when a score or the pane first needs them. Until
 * then they are being read, as far as anyone can tell.
 */
export function createLateWorkbook({ clock, parts, load }: LateWorkbookParts): OpenWorkbook {
  const listeners = new Set<() => void>();
  let state: WorkbookState = { settings: NO_SETTINGS, reading: { kind: 'reading' } };
  let open: OpenWorkbook | undefined;
  let hasGuessed = false;
  let loading: Promise<OpenWorkbook | undefined> | undefined;
  let waiting: Promise<void> | undefined;

  function opening(): Promise<OpenWorkbook | undefined> {
    return (loading ??= fetchCode());
  }

  async function fetchCode(): Promise<OpenWorkbook | undefined> {
    try {
      const fetched = await load(() => hasGuessed);
      open = fetched;
      fetched.store.subscribe(tell);
    } catch {
      state = { ...state, reading: { kind: 'failed', message: NOT_FETCHED } };
    }
    tell();
    return open;
  }

  function tell(): void {
    for (const listener of [...listeners]) listener();
  }

  /** As long as a cell can wait, and no longer. */
  function wait(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.schedule(PATIENCE_MS, () => {
        hasGuessed = true;
        resolve();
      });
      void opening()
        .then((fetched) => fetched?.models.whenKnown())
        .then(() => {
          cancel();
          resolve();
        });
    });
  }

  const store: WorkbookStore = {
    current: () => open?.store.current() ?? state,
    whenRead: async () => (await opening())?.store.whenRead(),
    async read() {
      if (open === undefined) {
        state = { ...state, reading: { kind: 'reading' } };
        loading = undefined;
        tell();
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
      listeners.add(listener);
      return () => void listeners.delete(listener);
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

/** A person who waits notices two seconds. */
const PATIENCE_MS = 2_000;

const NOT_FETCHED = 'A part of Locus could not be fetched. Check the network, then read it again.';

const NO_SETTINGS: WorkbookState['settings'] = {
  models: [],
  defaultModel: undefined,
  variableSets: [],
  options: new Map(),
  modelOf: () => undefined,
};
