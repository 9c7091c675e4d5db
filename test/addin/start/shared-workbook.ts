import { openSnapshot } from '../../../src/addin/start/open-snapshot';
import { createUsedAnswers } from '../../../src/addin/start/used-answers';
import { createRenewals } from '../../../src/addin/functions/renewals';
import { createFormulas } from '../../../src/addin/functions/formulas';
import {
  createCellRegister,
  type Problems,
  type StaleValues,
} from '../../../src/addin/functions/problems';
import { createCancellation, createEngine } from '../../../src/engine/lookup';
import { createMemoryStore } from '../../engine/lookup/memory-store';
import type { StoredEntry } from '../../../src/engine/lookup';
import { toConnection } from '../../../src/engine/client/connection';
import { createWorkbookStore } from '../../../src/addin/workbook/workbook-store';
import { shownRows, TestCellError } from '../functions/test-host';
import { HandClock } from '../../engine/lookup/hand-clock';
import { RecordingSource } from '../../engine/lookup/recording-source';
import { createFakeStorage } from '../device/fake-storage';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';

export interface PersonOptions {
  /** What the workbook holds as it is opened. */
  readonly held?: readonly string[];
  readonly key?: string | undefined;
  readonly service?: string;
  /** Their add-in comes with the sample service. */
  readonly hasSample?: boolean;
  readonly clock?: HandClock;
}

/** Formulas by their cells: latitude, longitude, names; or a model and the same place's score. */
export type Formula = readonly [lat: number, lng: number, names: string] | readonly [model: string];

export const USUAL = 'https://api.example.com';

/** One person's add-in on one workbook: everything but the host, the network and the device. */
export function openAs({
  held = [],
  key,
  service = USUAL,
  hasSample = false,
  clock = new HandClock(),
}: PersonOptions = {}) {
  const fake = createFakeWorkbookParts(held);
  const source = new RecordingSource(clock);
  source.account = `${service} ${String(key)}`;
  source.refusalCode = key === undefined ? 'no-key' : undefined;
  const connection = toConnection({ attributeUrl: service, modelUrl: service }, key);
  const problems: Problems = createCellRegister();
  const staleValues: StaleValues = createCellRegister();
  const device = createMemoryStore({ clock });
  const written: StoredEntry[] = [];
  let delayMs = 0;
  let opens = 0;
  const parts: typeof fake.parts = {
    ...fake.parts,
    async read(namespace) {
      if (delayMs > 0) await new Promise<void>((resolve) => clock.schedule(delayMs, resolve));
      return fake.parts.read(namespace);
    },
  };
  const options = createWorkbookStore({
    parts,
    now: () => clock.now(),
    credential: () => key,
  });
  const engine = createEngine({
    source,
    clock,
    random: () => 0.5,
    tiers: [
      {
        origin: 'device',
        isWritable: true,
        store: {
          read: (keys) => device.read(keys),
          write: (entries) => (written.push(...entries), device.write(entries)),
          clear: () => device.clear(),
          size: () => device.size(),
        },
      },
      {
        origin: 'workbook',
        isWritable: false,
        store: {
          read: (keys) => snapshot().store.read(keys),
          write: (entries) => snapshot().store.write(entries),
          clear: () => snapshot().store.clear(),
          size: () => snapshot().store.size(),
        },
      },
    ],
  });
  const used = createUsedAnswers({
    engine,
    problems,
    clock,
    addresses: () => connection.addresses,
  });
  fake.parts.subscribe(() => {
    used.clear();
    engine.forget();
  });
  const renewals = createRenewals(clock, engine.activity);
  const formulas = createFormulas({
    ...used.recorded,
    renewals,
    clock,
    staleValues,
    cellError: (kind, message) => new TestCellError(kind, message),
    modelId: () => undefined,
  });
  const cells = new Map<string, Formula>();
  const shown = new Map<string, Promise<unknown[][]>>();
  const broken = new Set<string>();

  function calculate(address: string): void {
    const formula = cells.get(address);
    if (formula === undefined) return;
    const calculation = { address, isPreview: false, signal: createCancellation().signal };
    const rows =
      formula.length === 1
        ? formulas.scoreOfCoordinates(
            12.5,
            77.5,
            { model: formula[0], date: undefined, customVariables: undefined },
            calculation,
          )
        : formulas.attributes(...formula, calculation);
    shown.set(address, rows);
  }

  function recalculate(addresses: readonly string[]) {
    const able = addresses.filter((address) => !broken.has(address));
    able.forEach(calculate);
    const rest = addresses.filter((address) => broken.has(address));
    const failures = rest.length === 0 ? [] : [{ message: 'protected', addresses: rest }];
    return Promise.resolve({ count: able.length, failures });
  }

  const host = {
    parts,
    storage: createFakeStorage(),
    cells: {
      recalculate,
      recalculateAll: () => recalculate([...cells.keys()]),
      goTo: () => Promise.resolve(),
    },
    defaultAddresses: { attributeUrl: USUAL, modelUrl: USUAL },
    ...(hasSample ? { demonstrationKey: 'demo' } : {}),
  };
  let opened: ReturnType<typeof openSnapshot> | undefined;
  function snapshot(): ReturnType<typeof openSnapshot> {
    opens += opened === undefined ? 1 : 0;
    return (opened ??= openSnapshot({
      host,
      clock,
      engine,
      connection: { current: () => connection },
      problems,
      options,
      used,
    }));
  }

  return {
    ...fake,
    clock,
    engine,
    source,
    problems,
    staleValues,
    /** Presses Renew for these cells; gives what they show then. */
    async renew(addresses: readonly string[]) {
      const over = renewals.begin(addresses);
      await recalculate(addresses);
      await clock.advance(30_000);
      await over;
      return this.values();
    },
    /** What was written to this person's device. */
    written,
    opens: () => opens,
    answers: () => snapshot().answers,
    /** From now on the workbook takes so long to be read. */
    delay: (ms: number) => void (delayMs = ms),
    break: (...addresses: string[]) => addresses.forEach((address) => broken.add(address)),
    delete: (address: string) => void cells.delete(address),
    /** Types formulas and gives what all of them show in the end. */
    async type(formulasByCell: Readonly<Record<string, Formula>>) {
      for (const [address, formula] of Object.entries(formulasByCell)) {
        cells.set(address, formula);
        calculate(address);
      }
      await clock.advance(30_000);
      return this.values();
    },
    /** What each cell shows: its first row, as text. */
    async values(): Promise<Record<string, string>> {
      const entries = [...shown].map(async ([address, rows]): Promise<[string, string]> => [
        address,
        shownRows(await rows)[0]?.join(' | ') ?? '',
      ]);
      return Object.fromEntries(await Promise.all(entries));
    },
    /** Something that takes time. */
    async during<Result>(acting: Promise<Result>): Promise<Result> {
      let result: { readonly value: Result } | undefined;
      void acting.then((value) => (result = { value }));
      for (let second = 0; second < 600 && result === undefined; second += 1) {
        await clock.advance(1_000);
      }
      if (result === undefined) throw new Error('It has not ended within ten minutes.');
      return result.value;
    },
  };
}
