import { openStage, type GatewayStage } from './gateway-stage';

let stage: GatewayStage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

const NAMES = Array.from({ length: 50 }, (_, index) => `n_${index}`);
const lines = (from: number): string =>
  Array.from({ length: 1000 }, (_, at) =>
    JSON.stringify({ id: at, lat: 1 + (from + at) / 1000, lng: 77, variables: NAMES }),
  ).join('\n');

/** Counts how often a neighbour gets a known answer while the work is under way. */
async function answersBeside(work: readonly Promise<unknown>[]): Promise<number> {
  const { token } = await stage.person('Neighbour');
  const known = { lat: 1, lng: 2, variables: 'a' };
  expect((await stage.ask(token, known)).status).toBe(200);
  let isOver = false;
  void Promise.allSettled(work).then(() => (isOver = true));
  let answers = 0;
  for (; !isOver; answers += 1) expect((await stage.ask(token, known)).status).toBe(200);
  return answers;
}

describe('one person who sends more than the processor can do', () => {
  it.each(['/v1/plan', '/v1/known'])(
    'with %s waits in line, and nobody else does',
    async (path) => {
      const { id, token } = await stage.person('Greedy');
      await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 0 });
      const init = { method: 'POST', headers: { 'x-api-key': token } };
      const plans = Array.from({ length: 16 }, (_, at) =>
        stage.send(path, { ...init, body: lines(1000 * at) }),
      );
      expect(await answersBeside(plans)).toBeGreaterThan(20);
      const replies = await Promise.all(plans);
      const planned = replies.filter(({ status }) => status === 200);
      for (const { json } of planned) expect(json).toMatchObject({ calls: 1000, values: 50_000 });
      expect(planned.length).toBeGreaterThanOrEqual(4);
      for (const { status, headers } of replies.filter((reply) => !planned.includes(reply))) {
        const given = ['x-locus-reason', 'retry-after'].map((name) => headers.get(name));
        expect([status, ...given]).toEqual([429, 'too-much-work', '1']);
      }
      expect(planned.length).toBeLessThan(16);
      expect((await stage.send(path, { ...init, body: lines(0) })).status).toBe(200);
    },
  );
});
