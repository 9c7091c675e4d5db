import {
  createAnswerDatabase,
  defaultAnswerDatabaseOptions,
} from '../../../src/addin/device/answer-database';
import type { AnswerDatabase } from '../../../src/addin/device/answer-database';
import { ANSWER_STORES, type AnswerPage } from '../../../src/addin/device/answer-pages';
import { createBrowserClock } from '../../../src/addin/device/clock';
import { coordinatePlace, createEngine } from '../../../src/engine/lookup';
import type { Engine, Outcome } from '../../../src/engine/lookup';
import { rightValue } from '../service';
import { createCells, grid } from '../workload';
import type { Cells } from '../workload';
import { createPageSource } from './page-source';
import type { PageSource } from './page-source';

/** Workload (g): places with 10 names each, all of them known on this device. */
export interface ReopeningFigures {
  /** Milliseconds from the first question to the last answer, or to the full Map. */
  readonly ms: number;
  readonly cells: number;
  readonly calls: number;
  readonly wrong: number;
  readonly unsettled: number;
}

/** Asks the service for every cell once, and waits until the device has all answers. */
export async function fillDevice(places: number): Promise<ReopeningFigures> {
  const page = openPage(places);
  const figures = await askAll(page);
  await page.database.close();
  return figures;
}

/** In a page just loaded: asks for every cell again. */
export async function reopen(places: number): Promise<ReopeningFigures> {
  const page = openPage(places);
  const figures = await askAll(page);
  await page.database.close();
  return figures;
}

/** Writes the same answers as anyone would: a record each. */
export async function fillPlain(places: number): Promise<void> {
  const { count, lat, lng, name } = createCells(grid(places, NAMES));
  const opening = indexedDB.open(PLAIN);
  opening.onupgradeneeded = () => opening.result.createObjectStore(PLAIN, { keyPath: 'key' });
  const db = await settled(opening);
  const transaction = db.transaction(PLAIN, 'readwrite');
  const at = Date.now();
  for (let index = 0; index < count; index += 1) {
    const place = coordinatePlace(lat[index] ?? 0, lng[index] ?? 0);
    const text = name[index] ?? '';
    const value = rightValue(place.lat, place.lng, text);
    const record: PlainRecord = { key: `${place.key}\n${text}`, value, at };
    transaction.objectStore(PLAIN).put(record);
  }
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The device refused.'));
  });
  db.close();
}

/** In a page just loaded: those records, read in one go, and a Map of them. */
export async function readPlain(places: number): Promise<ReopeningFigures> {
  const start = performance.now();
  const db = await settled(indexedDB.open(PLAIN));
  const store = db.transaction(PLAIN).objectStore(PLAIN);
  const records = (await settled(store.getAll())) as readonly PlainRecord[];
  const answers = new Map(records.map((record) => [record.key, record]));
  const ms = performance.now() - start;
  db.close();
  const cells = places * NAMES;
  return { ms, cells, calls: 0, wrong: 0, unsettled: cells - answers.size };
}

/** The same of the records as Locus writes them: pages of many answers. */
export async function readPages(places: number): Promise<ReopeningFigures> {
  const start = performance.now();
  const db = await settled(indexedDB.open(defaultAnswerDatabaseOptions.name));
  const [{ name: storeName } = { name: '' }] = ANSWER_STORES;
  const store = db.transaction(storeName).objectStore(storeName);
  const pages = (await settled(store.getAll())) as readonly AnswerPage[];
  const answers = new Map<string, { readonly value: number | null; readonly at: number }>();
  for (const { keys, counts, nameOf, values, ats, names } of pages) {
    let next = 0;
    keys.forEach((key, index) => {
      for (const end = next + (counts[index] ?? 0); next < end; next += 1) {
        const name = names[nameOf[next] ?? -1] ?? '';
        answers.set(`${key}\n${name}`, { value: values[next] ?? null, at: ats[next] ?? 0 });
      }
    });
  }
  const ms = performance.now() - start;
  db.close();
  const cells = places * NAMES;
  return { ms, cells, calls: 0, wrong: 0, unsettled: cells - answers.size };
}

const NAMES = 10;
const PLAIN = 'plain-answers';

interface PlainRecord {
  readonly key: string;
  readonly value: number | null;
  readonly at: number;
}

interface Page {
  readonly cells: Cells;
  readonly database: AnswerDatabase;
  readonly service: PageSource;
  readonly engine: Engine;
}

function openPage(places: number): Page {
  const clock = createBrowserClock();
  const database = createAnswerDatabase({ databases: () => globalThis, clock });
  const service = createPageSource(clock);
  const engine = createEngine({
    source: service.source,
    clock,
    random: () => 0.5,
    tiers: [{ origin: 'device', store: database, isWritable: true }],
  });
  return { cells: createCells(grid(places, NAMES)), database, service, engine };
}

async function askAll({ cells, engine, service }: Page): Promise<ReopeningFigures> {
  const { count, lat, lng, name } = cells;
  const outcomes = new Array<Outcome | undefined>(count);
  const start = performance.now();
  await new Promise<void>((resolve) => {
    let left = count;
    for (let index = 0; index < count; index += 1) {
      const place = coordinatePlace(lat[index] ?? 0, lng[index] ?? 0);
      void engine.ask({ kind: 'attribute', place, name: name[index] ?? '' }).then((outcome) => {
        outcomes[index] = outcome;
        left -= 1;
        if (left === 0) resolve();
      });
    }
  });
  const ms = performance.now() - start;
  const isWrong = (outcome: Outcome | undefined, index: number): boolean =>
    outcome?.kind !== 'found' ||
    outcome.value !== rightValue(lat[index] ?? 0, lng[index] ?? 0, name[index] ?? '');
  const wrong = outcomes.filter(isWrong).length;
  return { ms, cells: count, calls: service.calls(), wrong, unsettled: 0 };
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB gave no reason.'));
  });
}
