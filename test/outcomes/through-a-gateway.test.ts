import { decodeLookupReply } from '../../src/engine/contract/lookup-reply';
import type { GatewayReason, GatewayTrouble } from '../../src/engine/contract/gateway-reason';
import { createServiceSource } from '../../src/engine/client/service-source';
import { messageOf } from '../../src/engine/language/cell-fault';
import { CELL_MESSAGES, sentence } from '../../src/engine/language/cell-messages';
import { PROGRAM_MESSAGES } from '../../src/engine/language/program-messages';
import {
  coordinatePlace,
  createEngine,
  type Engine,
  type Found,
  type LookupError,
  type Question,
} from '../../src/engine/lookup';
import { createNodeClock } from '../../src/node/node-clock';
import { createPooledFetch, type PooledFetch } from '../../src/node/pooled-fetch';
import { openStage, type GatewayStage } from '../gateway/gateway-stage';

/** What a client makes of each reason; `trouble` has a sentence of its own. */
const READ_AS: Readonly<Record<GatewayReason, string>> = {
  'over-budget': 'over-budget',
  'timed-out': 'timed-out',
  'too-much-waiting': 'throttled',
  'too-much-work': 'throttled',
  held: 'trouble',
  'out-of-credits': 'trouble',
  'upstream-refused-key': 'trouble',
  'shared-store-down': 'trouble',
  'store-forgot': 'trouble',
  'unknown-outcome': 'trouble',
  'unreadable-reply': 'trouble',
  'wrong-address': 'trouble',
  untrusted: 'trouble',
  unreachable: 'trouble',
};

test.each(Object.entries(READ_AS))('a gateway that says %s is read as %s', (reason, code) => {
  const reply = { httpStatus: 502, text: '{"status":502,"message":"x"}', reason, now: 0 };
  const decoded = decodeLookupReply(reply, ['a']);
  if (code === 'trouble') expect(decoded).toMatchObject({ trouble: reason });
  else expect(decoded).toMatchObject({ code });
  if (code !== 'trouble') expect(decoded).not.toHaveProperty('trouble');
});

test('what no gateway says means nothing', () => {
  for (const reason of ['', 'constructor', 'toString', 'rejected']) {
    const reply = { httpStatus: 502, text: '{}', reason, now: 0 };
    expect(decodeLookupReply(reply, ['a'])).toEqual({
      kind: 'failed',
      code: 'service-failed',
      status: 502,
    });
  }
});

test('no words of a terminal are about the pane', () => {
  for (const [of, words] of Object.entries(CELL_MESSAGES)) {
    const said = sentence(
      { ...words, ...PROGRAM_MESSAGES[of as keyof typeof CELL_MESSAGES].terminal },
      ['x', 'y'],
    );
    expect(said).not.toMatch(/pane|formula|Retry failed/);
  }
});

describe('a person behind a gateway reads what is wrong there', () => {
  const PLACE = coordinatePlace(12.97, 77.59);
  let stage: GatewayStage;
  let pool: PooledFetch;
  let people = 0;
  beforeEach(async () => {
    stage = await openStage({ answerWithinMs: 3000 });
    pool = createPooledFetch({ connections: 4, timeoutMs: 10_000 });
  });
  afterEach(async () => {
    await pool.close();
    await stage.close();
  });

  async function errorOf(question: Question): Promise<LookupError | undefined> {
    const outcome = await (await newClient()).ask(question);
    return 'error' in outcome ? outcome.error : undefined;
  }

  /** Another person: their device knows nothing yet. */
  async function newClient(): Promise<Engine> {
    const { token } = await stage.person(`Asha ${String((people += 1))}`);
    const url = stage.gateway.people;
    const clock = createNodeClock();
    const source = createServiceSource({
      connection: () => ({ credential: token, addresses: { attributeUrl: url, modelUrl: url } }),
      scopeOf: () => '',
      fetch: pool.fetch,
      clock,
    });
    return createEngine({
      source,
      clock,
      random: () => 0,
      maxAttempts: 1,
      deadlineMs: 5000,
    });
  }

  const LOOKUP: Question = { kind: 'attribute', place: PLACE, name: 'a' };
  const SCORE: Question = { kind: 'score', place: PLACE, model: 'm' };
  const JSON_OF = (status: number) => ({
    status,
    body: JSON.stringify({ status, message: 'No.' }),
  });

  test.each<[GatewayTrouble, Question, () => Promise<unknown> | void]>([
    ['out-of-credits', LOOKUP, () => void (stage.service.fate = () => 402)],
    ['out-of-credits', SCORE, () => void (stage.service.fate = () => 402)],
    ['upstream-refused-key', LOOKUP, () => void (stage.service.key = 'another')],
    ['upstream-refused-key', SCORE, () => void (stage.service.key = 'another')],
    ['wrong-address', LOOKUP, () => void (stage.service.fate = () => JSON_OF(404))],
    ['wrong-address', SCORE, () => void (stage.service.fate = () => JSON_OF(405))],
    ['unreadable-reply', LOOKUP, () => void (stage.service.fate = () => 'garbled')],
    ['unknown-outcome', SCORE, () => void (stage.service.fate = () => 'cut')],
    ['unknown-outcome', SCORE, () => void (stage.service.fate = () => 500)],
    ['unreachable', LOOKUP, () => stage.service.close()],
  ])('%s', async (trouble, question, happens) => {
    await happens();
    const error = await errorOf(question);
    expect(error).toMatchObject({ code: 'gateway-failed', trouble });
    expect(messageOf(error as LookupError)).toBe(
      sentence(CELL_MESSAGES[`gateway-failed/${trouble}`]),
    );
  });

  test.each([LOOKUP, SCORE])('the age of a value is true: $kind', async (question) => {
    const begunAt = Date.now();
    const first = await (await newClient()).ask(question);
    expect(first).toMatchObject({ kind: 'found', origin: 'service' });
    const client = await newClient();
    const { at } = first as Found;
    const again = await client.ask(question);
    expect(again).toMatchObject({ kind: 'found', origin: 'gateway' });
    expect(client.peek(question)).toEqual(again);
    // This device heard the first a moment after the gateway did.
    expect((again as Found).at).toBeLessThanOrEqual(at);
    expect((again as Found).at).toBeGreaterThanOrEqual(begunAt);
    const renewed = await client.ask(question, { newerThan: Date.now() });
    expect(renewed).toMatchObject({ kind: 'found', origin: 'service' });
    expect((renewed as Found).at).toBeGreaterThanOrEqual(at);
    expect(stage.service.charged).toBe(2);
  });

  test('a score for which there was no connection is not said to be charged', async () => {
    await stage.service.close();
    const { token } = await stage.person('Asha');
    const reply = await stage.score(token, { lat: 12, lng: 77 });
    expect(reply.text).not.toContain('charged');
    expect(await errorOf(SCORE)).not.toMatchObject({ trouble: 'unknown-outcome' });
  });
});
