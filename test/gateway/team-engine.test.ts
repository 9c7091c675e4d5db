import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLmdbState } from '../../src/gateway/state/lmdb-state';
import type { SharedState } from '../../src/gateway/state/shared-state';
import { TeamEngine } from '../../src/gateway/team-engine';
import { coordinatePlace, type Source } from '../../src/engine/lookup';
import { createNodeClock } from '../../src/node/node-clock';

it('asks before each score leaves whether its claim still stands, and claims it anew if not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'locus-team-engine-'));
  const stored = { keepAnswersMs: 1e9, keepCountsMs: 1e9, patienceMs: 100 };
  const state = await openLmdbState({ ...stored, folder, now: () => Date.now() });
  const steps: string[] = [];
  const { claims } = state;
  const fates = ['lost', 'unreachable', 'stands'];
  const watched = {
    claim: (target: string, model: string) => {
      steps.push('claim');
      return claims.claim(target, model);
    },
    mayLeave: () => {
      const fate = fates.shift() ?? 'stands';
      steps.push(fate);
      return fate === 'unreachable'
        ? Promise.reject(new Error())
        : Promise.resolve(fate === 'stands');
    },
    end: (target: string, end: 'known' | 'unknown') => claims.end(target, end),
    whenOver: (target: string) => claims.whenOver(target),
    unknown: () => claims.unknown(),
    askAgain: (id: string) => claims.askAgain(id),
  };
  const source = {
    scope: () => 'scope',
    refusal: () => undefined,
    score: () => {
      steps.push('sent');
      return Promise.resolve({ kind: 'answered', value: 7 } as const);
    },
  } as unknown as Source;
  const team = new TeamEngine({
    ...{
      source,
      state: { ...state, claims: watched },
      prices: { lookup: 0, score: 0, models: new Map() },
    },
    ...{ clock: createNodeClock(), random: () => 0, upstreamConcurrency: 4, windowMs: 0 },
    ...{ keepAnswersMs: 1e9, staleMs: 0, answerWithinMs: 20_000, callTimeoutMs: 20_000 },
    ...{ maxAnswersInMemory: 1000, probeMs: 1000 },
  });
  const asking = team.begin({ person: 'asha', team: undefined });
  const place = coordinatePlace(1, 2);
  const outcome = await asking.ask({ kind: 'score', place, model: 'retail' });
  expect(outcome).toMatchObject({ kind: 'found', value: 7 });
  expect(steps).toEqual(['claim', 'lost', 'claim', 'unreachable', 'claim', 'stands', 'sent']);
  expect((await state.ledger.usages(['account']))[0]?.day).toMatchObject({ booked: 1 });
  asking.end();
  team.stop();
  await state.close();
  rmSync(folder, { recursive: true, force: true });
});

let source: Source;

it('tells how long the oldest call has waited, and that the service is silent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'locus-team-engine-'));
  const stored = { keepAnswersMs: 1e9, keepCountsMs: 1e9, patienceMs: 100 };
  const state = await openLmdbState({ ...stored, folder, now: () => Date.now() });
  let answer = (): void => {};
  const sent = new Promise<void>((resolve) => {
    const lookup = (): Promise<unknown> => {
      resolve();
      return new Promise((reply) => {
        answer = () => reply({ kind: 'answered', values: new Map([['a', 1]]) });
      });
    };
    source = { scope: () => 'scope', refusal: () => undefined, lookup } as unknown as Source;
  });
  let ahead = 0;
  const clock = createNodeClock();
  const team = new TeamEngine({
    ...{ source, state, prices: { lookup: 0, score: 0, models: new Map() } },
    clock: { ...clock, elapsed: () => performance.now() + ahead },
    ...{ random: () => 0, upstreamConcurrency: 4, windowMs: 0, keepAnswersMs: 1e9, staleMs: 0 },
    ...{ answerWithinMs: 20_000, callTimeoutMs: 60_000, maxAnswersInMemory: 1000, probeMs: 1000 },
  });
  const asking = team.begin({ person: 'asha', team: undefined });
  const asked = asking.ask({ kind: 'attribute', place: coordinatePlace(1, 2), name: 'a' });
  await sent;
  expect(team.isServiceSilent).toBe(false);
  ahead = 16_000;
  expect([team.isServiceSilent, team.oldestCallMs > 15_999]).toEqual([true, true]);
  answer();
  await asked;
  expect([team.isServiceSilent, team.oldestCallMs]).toEqual([false, 0]);
  asking.end();
  team.stop();
  await state.close();
  rmSync(folder, { recursive: true, force: true });
});

it('has no stored answer of the future, whose age cannot be known', async () => {
  const now = Date.now();
  const at = { yesterday: now - 86_400_000, soon: now + 60_000, future: now + 3 * 86_400_000 };
  const kept = Object.entries(at).map(([name, each]) => ({ name, value: 1, at: each }));
  const answers = { read: ([key = '']) => Promise.resolve(new Map([[key, kept]])) };
  const team = new TeamEngine({
    source: { scope: () => 'scope' } as unknown as Source,
    state: { answers, claims: {}, ledger: {} } as unknown as SharedState,
    ...{ clock: createNodeClock(), random: () => 0, upstreamConcurrency: 4, windowMs: 0 },
    ...{ prices: { lookup: 0, score: 0, models: new Map() }, maxAnswersInMemory: 1, probeMs: 1 },
    ...{ keepAnswersMs: 1e9, staleMs: 1e9, answerWithinMs: 20_000, callTimeoutMs: 20_000 },
  });
  const find = await team.stored({ kind: 'attribute', place: coordinatePlace(1, 2), name: 'a' });
  expect(Object.keys(at).map((name) => find?.(name)?.isStale)).toEqual([false, false, undefined]);
  team.stop();
});
