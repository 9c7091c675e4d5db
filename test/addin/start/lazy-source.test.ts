import { lazySource } from '../../../src/addin/start/lazy-source';
import { coordinatePlace, createCancellation } from '../../../src/engine/lookup';
import type { LookupErrorCode, Source } from '../../../src/engine/lookup';

const call = { place: coordinatePlace(1, 2), names: ['w_pop_tt'] };
const { signal } = createCancellation();

function setUp(refusal?: LookupErrorCode) {
  const loads: ((source: Source | Error) => void)[] = [];
  const load = () =>
    new Promise<Source>((resolve, reject) => {
      loads.push((source) => (source instanceof Error ? reject(source) : resolve(source)));
    });
  let account = 'account';
  const source = lazySource({ scope: () => account, refusal: () => refusal }, load);
  return { source, loads, use: (other: string) => (account = other) };
}

const fetched: Source = {
  scope: () => 'another',
  refusal: () => undefined,
  lookup: () => Promise.resolve({ kind: 'answered', values: new Map([['w_pop_tt', 7]]) }),
  score: () => Promise.resolve({ kind: 'answered', value: 8 }),
};

describe('a source whose code is fetched', () => {
  it('fetches it once, when something may be asked, and not before', async () => {
    const { source, loads } = setUp();
    expect(source.scope('lookup')).toBe('account');
    expect(loads).toHaveLength(0);
    source.refusal('lookup');
    expect(loads).toHaveLength(1);
    const replies = [source.lookup(call, signal), source.score({ ...call, model: 'm' }, signal)];
    loads[0]?.(fetched);
    expect(await Promise.all(replies)).toEqual([
      { kind: 'answered', values: new Map([['w_pop_tt', 7]]) },
      { kind: 'answered', value: 8 },
    ]);
    expect(loads).toHaveLength(1);
  });

  it('fetches nothing where nothing can be asked', () => {
    const { source, loads } = setUp('no-key');
    expect(source.refusal('score')).toBe('no-key');
    expect(loads).toHaveLength(0);
  });

  it('is offline while the code cannot be fetched, and tries again with the next call', async () => {
    const { source, loads } = setUp();
    const first = source.lookup(call, signal);
    loads[0]?.(new Error('no network'));
    expect(await first).toEqual({ kind: 'failed', code: 'offline', isUnsent: true });
    const second = source.lookup(call, signal);
    loads[1]?.(fetched);
    expect(await second).toMatchObject({ kind: 'answered' });
  });

  it('asks nothing for an account that is no longer used once its code has come', async () => {
    const { source, loads, use } = setUp();
    const asked = source.lookup(call, signal);
    use('another account');
    loads[0]?.(fetched);
    expect(await asked).toEqual({ kind: 'failed', code: 'no-key', isUnsent: true });
    expect(await source.lookup(call, signal)).toMatchObject({ kind: 'answered' });
  });
});
