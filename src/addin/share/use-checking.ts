import { useRef, useState } from 'react';

import { t } from '../../engine/language/speech';
import type { PanePorts } from '../pane/parts/pane-ports';
import { savingMessage } from './carried-messages';
import { checkWorkbook, type CheckedWorkbook } from './share-check';
import { readShareFacts, type ShareFacts } from './share-facts';
import { repairFindings } from './share-repair';

export type CheckPorts = Pick<
  PanePorts,
  'host' | 'clock' | 'keysToFind' | 'workbook' | 'workbookAnswers'
>;

export type CheckState =
  | { readonly step: 'idle' }
  /** From 0 to 1. */
  | { readonly step: 'checking'; readonly progress: number }
  | { readonly step: 'fixing' }
  | { readonly step: 'failed'; readonly message: string }
  | {
      readonly step: 'checked';
      readonly checked: CheckedWorkbook;
      readonly facts: ShareFacts | undefined;
      /** What the last repair could not do. */
      readonly troubles: readonly string[];
    };

export interface Checking {
  readonly state: CheckState;
  /** @param key another key to look for, besides the known ones. */
  check(key: string | undefined): void;
  cancel(): void;
  /** Reads again what travels with the workbook: a person may have changed the sheet. */
  readFacts(): void;
  /** Repairs these findings, then checks again. */
  fix(ids: readonly number[]): void;
  /** Saves the answers of the formulas in the workbook, then checks again. */
  saveAnswers(isCalculated: boolean): void;
  /** Rejects if there is nothing to show. */
  goTo(id: number): Promise<void>;
}

/** The check and its result. The keys it looks for are in no state. */
export function useChecking(ports: CheckPorts): Checking {
  const { host, clock, keysToFind, workbook } = ports;
  const [state, setState] = useState<CheckState>({ step: 'idle' });
  const running = useRef<AbortController>(undefined);
  const typed = useRef<string>(undefined);
  const latest = useRef<CheckedWorkbook>(undefined);

  async function run(troubles: readonly string[]): Promise<void> {
    const { signal } = (running.current = new AbortController());
    setState({ step: 'checking', progress: 0 });
    const result = await checkWorkbook({
      contents: await host.contents(),
      clock,
      keys: [...keysToFind(), ...(typed.current === undefined ? [] : [typed.current])],
      signal,
      onProgress: (progress) => {
        if (!signal.aborted) setState({ step: 'checking', progress });
      },
    });
    if (result.kind === 'cancelled') setState({ step: 'idle' });
    else if (result.kind === 'failed') setState({ step: 'failed', message: result.message });
    else {
      latest.current = result;
      const facts = await readShareFacts(ports);
      setState(
        signal.aborted ? { step: 'idle' } : { step: 'checked', checked: result, facts, troubles },
      );
    }
  }

  async function repair(checked: CheckedWorkbook, ids: readonly number[]): Promise<void> {
    setState({ step: 'fixing' });
    const parts = { contents: await host.contents(), sheet: host.sheet, clock };
    const troubles = await repairFindings(parts, checked, ids);
    // Otherwise the next change of a setting would write back what was read, key included.
    await workbook.read();
    // Lets formulas that showed the key calculate again.
    await new Promise<void>((resolve) => clock.schedule(CALCULATION_MS, resolve));
    await run(troubles);
  }

  async function saveAnswers(isCalculated: boolean): Promise<void> {
    setState({ step: 'fixing' });
    const answers = await ports.workbookAnswers();
    const saving = await (isCalculated ? answers.calculateAndSave() : answers.save());
    const { text, isBad } = savingMessage(saving);
    await run(isBad ? [text] : []);
  }

  const begin = (work: Promise<void>): void =>
    void work.catch(() => setState({ step: 'failed', message: STOPPED }));

  return {
    state,
    check(key) {
      typed.current = key;
      begin(run([]));
    },
    readFacts() {
      if (state.step !== 'checked') return;
      void readShareFacts(ports).then((facts) =>
        setState((before) =>
          before.step === 'checked' && facts !== undefined ? { ...before, facts } : before,
        ),
      );
    },
    cancel: () => running.current?.abort(),
    fix(ids) {
      if (latest.current !== undefined) begin(repair(latest.current, ids));
    },
    saveAnswers: (isCalculated) => begin(saveAnswers(isCalculated)),
    goTo(id) {
      const address = latest.current?.addressOf(id);
      return address === undefined
        ? Promise.reject(new Error('nowhere'))
        : host.cells.goTo(address);
    },
  };
}

const CALCULATION_MS = 300;
const STOPPED = t('The check stopped. Check your network and try again.');
