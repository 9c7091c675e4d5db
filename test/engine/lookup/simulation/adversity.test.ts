import fc from 'fast-check';
import { createCancellation, createEngine } from '../../../../src/engine/lookup';
import { createMemoryStore } from '../memory-store';
import type {
  AnswerStore,
  Cancellation,
  Engine,
  LookupReply,
  Question,
  ScoreReply,
} from '../../../../src/engine/lookup';
import { attribute } from '../engine-setup';
import { HandClock } from '../hand-clock';
import { RecordingSource, valueOf } from '../recording-source';
import { adversity } from './adversity';
import type { Act, Adversity, Interference, Mood } from './adversity';
import { mulberry32 } from './model-service';

/** For thousands of runs: `SIMULATIONS=20000 npx jest test/engine/lookup/simulation/adversity`. */
const numRuns = Number(process.env.SIMULATIONS ?? 300);
jest.setTimeout(20_000 + numRuns * 400);

/** What makes a question last longer than usual. */
const HOLD_TIME_UP: readonly Interference[] = ['pause', 'change the account', 'sleep for hours'];
const DEADLINE_MS = 60_000;
/** The deadline, and what tiers may add before a question is queued. */
const LONGEST_MS = DEADLINE_MS + 4000;
/** What a service that has answered may add by its wishes to be left alone. */
const RESTING_MS = 60_000;

interface Asking {
  readonly askedAt: number;
  readonly toldAt: number[];
}

interface Aftermath {
  readonly engine: Engine;
  readonly askings: readonly Asking[];
  /** When the service last answered anything, or throttled a call within a deadline of that. */
  readonly movedAt: number;
  /** Calls that must never be sent, and values that no cell may show. */
  readonly malformed: readonly string[];
  readonly wrong: readonly string[];
  /** For each score, how often the service gave it and so was paid. */
  readonly paid: ReadonlyMap<string, number>;
}

test('whatever comes, every asker is told once, by its time, and nothing is paid twice', () =>
  fc.assert(
    fc.asyncProperty(adversity, async (scenario) => {
      const { engine, askings, movedAt, malformed, wrong, paid } = await endure(scenario);
      const done = new Set(scenario.acts.map(({ act }) => act.kind));
      expect({ malformed, wrong }).toEqual({ malformed: [], wrong: [] });
      for (const { askedAt, toldAt } of askings) {
        expect(toldAt).toHaveLength(1);
        if (HOLD_TIME_UP.some((kind) => done.has(kind))) continue;
        const restingMs = scenario.moods.includes('wants a rest of a minute') ? RESTING_MS : 0;
        const since = Math.max(askedAt, movedAt);
        expect(toldAt[0]).toBeLessThanOrEqual(since + LONGEST_MS + restingMs);
      }
      const { waiting, inFlight, callsInFlight } = engine.activity.snapshot();
      expect({ waiting, inFlight, callsInFlight }).toEqual({
        waiting: 0,
        inFlight: 0,
        callsInFlight: 0,
      });
      // What memory forgot, and a device does not report in time, is asked again.
      if (done.has('forget for good') || (done.has('forget') && scenario.tierMs > 1000)) return;
      expect([...paid].filter(([, times]) => times > 1)).toEqual([]);
    }),
    { numRuns },
  ));

async function endure(scenario: Adversity): Promise<Aftermath> {
  const clock = new HandClock(mulberry32(scenario.seed));
  const source = new RecordingSource(clock);
  const store = createMemoryStore({ clock });
  const { approvalThreshold, dailyBudget } = scenario;
  const engine = createEngine({
    source,
    clock,
    random: mulberry32(scenario.seed + 1),
    limits: { approvalThreshold, dailyBudget },
    tiers: [{ origin: 'device', store: slowed(store, scenario.tierMs, clock), isWritable: true }],
  });
  const malformed: string[] = [];
  const wrong: string[] = [];
  const paid = new Map<string, number>();
  let replies = 0;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let movedAt = Number.NEGATIVE_INFINITY;
  const { latencyMs } = scenario;
  source.latencyMs = latencyMs;
  if (scenario.isReversed) {
    // Calls that start within the same span of time end in the opposite order.
    const get = (): number => 2 * (latencyMs - (clock.elapsed() % latencyMs));
    Object.defineProperty(source, 'latencyMs', { get });
  }

  function answer<Reply>(well: () => Reply): Reply | Promise<Reply> {
    const mood = scenario.moods[replies % scenario.moods.length] as Mood;
    replies += 1;
    if (mood === 'well') {
      movedAt = answeredAt = clock.elapsed();
      return well();
    }
    if (mood === 'throttled')
      movedAt = Math.max(movedAt, Math.min(clock.elapsed(), answeredAt + DEADLINE_MS));
    if (mood === 'silent') return new Promise(() => undefined);
    if (mood === 'throws') throw new Error('thrown by the service');
    return saidBy(mood) as Reply;
  }

  source.onLookup = ({ place, names }) => {
    if (names.length > 50 || new Set(names).size !== names.length) malformed.push(names.join());
    if (scenario.bad.some((number) => names.includes(`name_${number}`))) return REJECTED;
    const { account } = source;
    return answer<LookupReply>(() => ({
      kind: 'answered',
      values: new Map(names.map((name) => [name, valueOf(place.key + account, name)])),
    }));
  };
  const sentOn = new Map<object, string>();
  const { score } = source;
  source.score = (call, signal) => {
    sentOn.set(call, `${source.account} ${clock.today()}`);
    return score.call(source, call, signal);
  };
  source.onScore = (call) =>
    answer<ScoreReply>(() => {
      const key = `${sentOn.get(call)} ${call.place.key} ${call.model}`;
      paid.set(key, (paid.get(key) ?? 0) + 1);
      return { kind: 'answered', value: 1 };
    });

  const interferences: Record<Interference, () => void> = {
    pause: () => engine.pause(),
    'go on': () => engine.goOn(),
    resume: () => engine.resume(),
    forget: () => engine.forget(),
    'forget for good': () => {
      engine.forget(true);
      void store.clear();
    },
    'cancel what waits': () => engine.cancelWaiting(),
    'change the account': () => (source.account = source.account === 'demo' ? 'other' : 'demo'),
    approve: () => engine.spending.approve(),
    'approve one': () => engine.spending.approve(1),
    refuse: () => engine.spending.refuse(),
    'narrow the limits': () => engine.spending.setLimits({ approvalThreshold: 5, dailyBudget: 5 }),
    'widen the limits': () =>
      engine.spending.setLimits({ approvalThreshold: 500, dailyBudget: 1e9 }),
    'a day on': () => clock.jump(86_400_000),
    'two days back': () => clock.jump(-2 * 86_400_000),
    'sleep for hours': () => clock.sleep(7_200_000.3),
    'withdraw all': () => cancellations.forEach((each) => each.cancel()),
  };
  const askings: Asking[] = [];
  const cancellations: Cancellation[] = [];
  for (const { at, act } of scenario.acts) {
    clock.schedule(at, () => {
      if (!isAsking(act)) {
        interferences[act.kind]();
        return;
      }
      const asking: Asking = { askedAt: clock.elapsed(), toldAt: [] };
      askings.push(asking);
      const cancellation = createCancellation();
      cancellations.push(cancellation);
      void engine.ask(questionOf(act), { signal: cancellation.signal }).then((outcome) => {
        asking.toldAt.push(clock.elapsed());
        if (outcome.kind === 'found' && !rightFor(act).includes(outcome.value)) {
          wrong.push(`${JSON.stringify(act)}: ${outcome.value}`);
        }
      });
      if (act.cancelAfter !== undefined)
        clock.schedule(act.cancelAfter, () => cancellation.cancel());
    });
  }
  await clock.drain(2_000_000_000);
  return { engine, askings, movedAt, malformed, wrong, paid };
}

type AskingAct = Exclude<Act, { readonly kind: Interference }>;

function isAsking(act: Act): act is AskingAct {
  return act.kind === 'attribute' || act.kind === 'score';
}

function questionOf(act: AskingAct): Question {
  if (act.kind === 'attribute') return attribute(act.row, `name_${act.name}`);
  return { kind: 'score', place: attribute(act.row, '').place, model: act.model };
}

/** The right values under either account, because it may change during the wait. */
function rightFor(act: AskingAct): number[] {
  const { place } = attribute(act.row, '');
  if (act.kind === 'score') return [1];
  return ['demo', 'other'].map((account) => valueOf(place.key + account, `name_${act.name}`));
}

function saidBy(mood: Exclude<Mood, 'well' | 'silent' | 'throws'>): unknown {
  if (mood === 'talks nonsense') return { kind: 'what' };
  if (mood === 'wants a rest of 0') {
    return { kind: 'failed', code: 'throttled', status: 429, retryAfterMs: 0 };
  }
  if (mood === 'wants a rest of a minute') {
    return { kind: 'failed', code: 'unavailable', status: 503, retryAfterMs: 60_000 };
  }
  return { kind: 'failed', code: mood, status: 400 };
}

const REJECTED = { kind: 'failed', code: 'rejected', status: 400 } as const;

function slowed(store: AnswerStore, ms: number, clock: HandClock): AnswerStore {
  return {
    read: (keys) =>
      new Promise((resolve) => {
        if (ms < Number.POSITIVE_INFINITY) clock.schedule(ms, () => resolve(store.read(keys)));
      }),
    write: (entries) => store.write(entries),
    clear: () => store.clear(),
    size: () => store.size(),
  };
}
