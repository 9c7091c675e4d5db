import { caseOf, faultOf, MESSAGE_LIMIT, messageOf } from '../../src/engine/language/cell-fault';
import { CELL_MESSAGES } from '../../src/engine/language/cell-messages';
import { createServiceSource } from '../../src/engine/client/service-source';
import {
  coordinatePlace,
  createEngine,
  type Outcome,
  type Question,
} from '../../src/engine/lookup';
import { PROGRAM_MESSAGES } from '../../src/engine/language/program-messages';
import { refusalOf } from '../../src/gateway/outcome-refusal';
import { createNodeClock } from '../../src/node/node-clock';
import { createPooledFetch, type PooledFetch } from '../../src/node/pooled-fetch';
import { startFaultyService, type FaultyService } from '../gateway/faulty-service';
import { OTHER_CASES, SERVICE_OUTCOMES } from './service-outcomes';

const KEY = 'secret-key-7c1f9a';
const NAME = 'w_pop_tt';
const MODEL = 'store-potential';
const PLACE = coordinatePlace(12.97, 77.59);
const QUESTIONS: readonly Question[] = [
  { kind: 'attribute', place: PLACE, name: NAME },
  { kind: 'score', place: PLACE, model: MODEL },
];

let service: FaultyService;
let pool: PooledFetch;
beforeAll(async () => {
  service = await startFaultyService();
  service.key = KEY;
  pool = createPooledFetch({ connections: 4, timeoutMs: 5_000 });
});
afterAll(() => Promise.all([service.close(), pool.close()]));

/** What the engine says of it, over HTTP and asked once. */
async function ask(question: Question, url = service.url): Promise<Outcome> {
  const clock = createNodeClock();
  const addresses = { attributeUrl: url, modelUrl: url };
  const source = createServiceSource({
    connection: () => ({ credential: KEY, addresses }),
    scopeOf: () => '',
    fetch: pool.fetch,
    clock,
  });
  const once = { maxAttempts: 1, callTimeoutMs: 500, deadlineMs: 2_000 };
  const engine = createEngine({ source, clock, random: () => 0, ...once });
  return engine.ask(question);
}

/** What each surface says of it. */
function said(outcome: Outcome, question: Question) {
  const error = 'error' in outcome ? outcome.error : ({ code: 'no-value' } as const);
  const { of } = caseOf(error, question);
  const isScore = question.kind === 'score';
  const team = { isStoreDown: false, hasForgotten: false };
  return {
    of,
    cell: faultOf(error, question).message,
    terminal: messageOf(error, undefined, (each) => ({
      ...CELL_MESSAGES[each],
      ...PROGRAM_MESSAGES[each].terminal,
    })),
    gateway: refusalOf(outcome, isScore, team)?.message ?? '',
  };
}

describe('whatever the service does, every surface says what happened', () => {
  describe.each(SERVICE_OUTCOMES)('$what', ({ fate, ...expected }) => {
    test.each(QUESTIONS)('to $kind', async (question) => {
      service.fate = () => fate;
      const { of, cell, terminal, gateway } = said(await ask(question), question);
      expect(of).toBe(question.kind === 'score' ? expected.score : expected.lookup);
      for (const text of [cell, terminal, gateway]) {
        expect(text.length).toBeLessThan(MESSAGE_LIMIT + 60);
        expect(text).not.toContain(KEY);
        expect(text).not.toMatch(/undefined|redirects to (?!https?:\/\/[^/]+$)/m);
      }
    });
  });

  test('by not being there', async () => {
    const gone = await startFaultyService();
    await gone.close();
    for (const question of QUESTIONS) {
      const { of, cell } = said(await ask(question, gone.url), question);
      expect([of, cell]).toEqual([
        'offline',
        "Can't reach the service: wait, and Locus retries when it can.",
      ]);
    }
  });
});

test('a score that was to go over TLS to a port without it was surely not sent', async () => {
  const score = QUESTIONS[1] as Question;
  const before = service.calls.length;
  const outcome = await ask(score, service.url.replace('http:', 'https:'));
  expect(said(outcome, score).of).toBe('offline');
  expect(service.calls).toHaveLength(before);
});

test('every message of the table comes from the service, or it is known from where', () => {
  const made = SERVICE_OUTCOMES.flatMap(({ lookup, score }): string[] => [lookup, score]);
  const known = new Set([...made, ...Object.keys(OTHER_CASES)]);
  expect([...known].sort()).toEqual(Object.keys(CELL_MESSAGES).sort());
});
