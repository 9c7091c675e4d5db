import { DOMParser } from '@xmldom/xmldom';
import { deflateSync } from 'fflate';
import type { AnswerRow, SnapshotService } from '../../src/addin/workbook/answer-table';
import { questionFingerprint } from '../../src/addin/workbook/question-fingerprint';
import { createWorkbookSnapshot } from '../../src/addin/workbook/workbook-snapshot';
import { size } from './size';

/** A page has its own, which takes no longer for a part. */
Object.assign(globalThis, { DOMParser });

/**
 * What 50,000 answers cost a workbook: their bytes, and the main thread's time to save and to load
 * them with every key asked for. Writes JSON. Time is the process's own, as another would not
 * count; a task is what lies between two turns of the page.
 */
const ANSWERS = size(50_000, 500);
const NAMES_PER_PLACE = [1, 10, 50];
const ROUNDS = size(5, 1);
const START = Date.UTC(2026, 10, 21, 9);
const SERVICE: SnapshotService = {
  id: '0123456789abcdef',
  name: 'api.example.com',
  isSample: false,
};

async function measureAll(): Promise<unknown> {
  const measured: unknown[] = [];
  for (const namesPerPlace of NAMES_PER_PLACE) {
    const rounds = [];
    for (let round = 0; round <= ROUNDS; round += 1) rounds.push(await measure(namesPerPlace));
    // The first is not yet compiled: it is told apart, for a page's first may well be its only one.
    measured.push({ namesPerPlace, answers: ANSWERS, first: rounds[0], later: rounds.slice(1) });
  }
  return measured;
}

async function measure(namesPerPlace: number): Promise<unknown> {
  const keys = Array.from({ length: ANSWERS / namesPerPlace }, (_, place) => keyOf(place));
  let held: readonly string[] = [];
  const tasks = new Tasks();
  const open = () =>
    createWorkbookSnapshot({
      parts: {
        read: () => Promise.resolve({ kind: 'parts', parts: held }),
        write: (_, parts) => ((held = parts), Promise.resolve({ kind: 'written' })),
        remove: () => Promise.resolve({ kind: 'written' }),
        opened: () => 0,
        subscribe: () => () => undefined,
      },
      clock: tasks,
      reader: () => ({ hasKey: false, usesSample: false }),
      credential: () => undefined,
    });
  const save = await tasks.measure(() => open().save(rows(namesPerPlace)));
  const again = await tasks.measure(() => open().save(rows(namesPerPlace)));
  const load = await tasks.measure(() => open().find(keys));
  if (load.result.size !== keys.length) throw new Error('Not every key was found.');
  const bytes = held.reduce((sum, part) => sum + part.length, 0);
  const json = JSON.stringify(plain(namesPerPlace));
  const jsonBytes = (4 / 3) * deflateSync(new TextEncoder().encode(json), { level: 6 }).length;
  return { bytes, jsonBytes, save: save.cost, again: again.cost, load: load.cost };
}

/** Turns of a page, and what each of them takes. */
class Tasks {
  private taskMs: number[] = [];
  private startedAt = 0;

  now(): number {
    return START + 60_000;
  }

  elapsed(): number {
    return performance.now();
  }

  schedule(_ms: number, run: () => void): () => void {
    this.end();
    setImmediate(() => {
      this.startedAt = cpuMs();
      run();
    });
    return () => undefined;
  }

  async measure<Result>(
    run: () => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly cost: { totalMs: number; longestMs: number } }> {
    this.taskMs = [];
    this.startedAt = cpuMs();
    const result = await run();
    this.end();
    const totalMs = this.taskMs.reduce((sum, ms) => sum + ms, 0);
    return { result, cost: { totalMs, longestMs: Math.max(...this.taskMs) } };
  }

  private end(): void {
    this.taskMs.push(cpuMs() - this.startedAt);
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function keyOf(place: number): string {
  return `account\nlookup\n${12_000_000 + place * 7919},${77_000_000 + place * 104_729}`;
}

/** Populations, counts and shares, as such services give them; one in seventeen has no value. */
function* rows(namesPerPlace: number): Iterable<AnswerRow> {
  for (let index = 0; index < ANSWERS; index += 1) {
    const place = Math.floor(index / namesPerPlace);
    const { fingerprint } = questionFingerprint(keyOf(place).slice('account\n'.length));
    yield { fingerprint, ...answerAt(index, namesPerPlace), service: SERVICE };
  }
}

function answerAt(index: number, namesPerPlace: number) {
  const chance = (index * 2_654_435_761) % 2 ** 32;
  const place = Math.floor(index / namesPerPlace);
  return {
    name: `w_name_${index % namesPerPlace}`,
    value:
      index % 17 === 0 ? null : index % 3 === 0 ? chance % 100_000 : (chance % 1_000_000) / 100,
    at: START + Math.floor(place / 6) * 90,
  };
}

/** The same as plain objects, which the keys make long. */
function plain(namesPerPlace: number): unknown {
  return Array.from({ length: ANSWERS }, (_, index) => ({
    key: keyOf(Math.floor(index / namesPerPlace)),
    ...answerAt(index, namesPerPlace),
  }));
}

void measureAll().then((result) => process.stdout.write(`${JSON.stringify(result)}\n`));
