import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createCA, createCert } from 'mkcert';
import { caseOf, faultOf, MESSAGE_LIMIT, messageOf } from '../../src/engine/language/cell-fault';
import { CELL_MESSAGES } from '../../src/engine/language/cell-messages';
import { createServiceSource } from '../../src/engine/client/service-source';
import {
  coordinatePlace,
  createEngine,
  lazy,
  type Outcome,
  type Question,
} from '../../src/engine/lookup';
import { PROGRAM_MESSAGES } from '../../src/engine/language/program-messages';
import { errorOf } from '../../src/gateway/outcome-errors';
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

/** What the engine says of it, over HTTP. */
async function ask(question: Question, url = service.url, maxAttempts = 1): Promise<Outcome> {
  const clock = createNodeClock();
  const addresses = { attributeUrl: url, modelUrl: url };
  const source = createServiceSource({
    connection: () => ({ credential: KEY, addresses }),
    scopeOf: () => '',
    fetch: pool.fetch,
    clock,
  });
  const limits = { maxAttempts, callTimeoutMs: 500, deadlineMs: 1_000 };
  const engine = createEngine({ source, clock, random: () => 0, ...limits });
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
    gateway: errorOf(outcome, isScore, team)?.message ?? '',
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

describe('a service that nothing vouches for is asked once, and gets nothing', () => {
  const open: Server[] = [];
  afterAll(() => Promise.all(open.map((each) => new Promise((done) => each.close(done)))));

  /** How often it was connected to, and its address. */
  async function listen(server: Server): Promise<{ url: string; readonly tries: number }> {
    open.push(server);
    let tries = 0;
    server.on('connection', () => (tries += 1));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    return {
      url: `https://127.0.0.1:${String(port)}`,
      get tries() {
        return tries;
      },
    };
  }

  test.each([
    ['its own authority', async () => createTlsServer((await certificates()).issued, never)],
    ['itself', async () => createTlsServer((await certificates()).own, never)],
    ['nobody, since its port has no TLS', () => Promise.resolve(createServer(never))],
  ])('but %s', async (_what, create) => {
    const server = await listen(await create());
    for (const [index, question] of QUESTIONS.entries()) {
      const { of, cell, terminal, gateway } = said(await ask(question, server.url, 5), question);
      expect(of).toBe('untrusted');
      expect(server.tries).toBe(index + 1);
      for (const text of [cell, terminal, gateway]) expect(text).toContain('no certificate');
      for (const text of [terminal, gateway]) expect(text).toContain('NODE_EXTRA_CA_CERTS');
    }
  });
});

function never(): void {
  throw new Error('A request arrived.');
}

const certificates = lazy(async () => {
  const where = { countryCode: 'XX', state: 'Nowhere', locality: 'Nowhere' };
  const ca = await createCA({ organization: 'Tests', ...where, validity: 1 });
  return { own: ca, issued: await createCert({ ca, domains: ['127.0.0.1'], validity: 1 }) };
});

test('every message of the table comes from the service, or it is known from where', () => {
  const made = SERVICE_OUTCOMES.flatMap(({ lookup, score }): string[] => [lookup, score]);
  const known = new Set([...made, ...Object.keys(OTHER_CASES)]);
  expect([...known].sort()).toEqual(Object.keys(CELL_MESSAGES).sort());
});
