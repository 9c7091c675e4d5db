import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAnswerFolder, BatchedAnswers } from '../../src/cli/answer-folder';
import type { StoredEntry } from '../../src/engine/lookup';

let path: string;
beforeEach(() => (path = mkdtempSync(join(tmpdir(), 'locus-answers-'))));
afterEach(() => {
  jest.useRealTimers();
  rmSync(path, { recursive: true });
});

const SCORE = 'scope\nscore\n["12,77","m"]';
const ANSWER = { key: SCORE, answers: [{ name: '', value: 7, at: 1 }] };

it('ends the claim of a score only when its answer is on the disk', async () => {
  const folder = openAnswerFolder(path, () => 1);
  await folder.claims.claim(SCORE, 'm');
  const other = openAnswerFolder(path, () => 1);
  // Answers are gathered for as long as this clock stands.
  jest.useFakeTimers({ now: 0, doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  void folder.answers.write([ANSWER]);
  const ended = folder.claims.end(SCORE, 'known');
  expect(await other.claims.claim(SCORE, 'm')).toBe('unknown');
  jest.runAllTimers();
  jest.useRealTimers();
  await ended;
  expect((await other.answers.read([SCORE])).get(SCORE)).toEqual(ANSWER.answers);
  expect(await other.claims.claim(SCORE, 'm')).toBe('claimed');
  await folder.close();
});

it('lets a score be claimed again once its claim is ending, though answers are still gathered', async () => {
  const folder = openAnswerFolder(path, () => 1);
  await folder.claims.claim(SCORE, 'm');
  void folder.answers.write([{ ...ANSWER, key: `${SCORE} elsewhere` }]);
  // The service turned it away: it cost nothing.
  void folder.claims.end(SCORE, 'known');
  expect(await folder.claims.claim(SCORE, 'm')).toBe('claimed');
  await folder.close();
});

it('ends its claims before it closes', async () => {
  const folder = openAnswerFolder(path, () => 1);
  await folder.claims.claim(SCORE, 'm');
  void folder.answers.write([ANSWER]);
  void folder.claims.end(SCORE, 'known');
  await folder.close();
  const next = openAnswerFolder(path, () => 1);
  expect((await next.answers.read([SCORE])).get(SCORE)).toEqual(ANSWER.answers);
  expect(await next.claims.claim(SCORE, 'm')).toBe('claimed');
  await next.close();
});

it('does not wait for answers that come later', async () => {
  const stored: StoredEntry[] = [];
  const answers = new BatchedAnswers({
    read: () => Promise.resolve(new Map()),
    write(entries) {
      stored.push(...entries);
      // There is always more to store.
      if (stored.length < 50) void answers.write([{ ...ANSWER, key: String(stored.length) }]);
      return Promise.resolve();
    },
    clear: () => Promise.resolve(),
    size: () => Promise.resolve({ answers: 0, bytes: 0 }),
  });
  void answers.write([ANSWER]);
  await answers.flush();
  expect(stored.map(({ key }) => key)).toContain(SCORE);
  expect(stored.length).toBeLessThan(50);
});
