import { createBench, LOOKUP, TOWN } from './sample-client';

const body = { ...TOWN, variables: 'w_pop_tt' };

describe('the text of a fault', () => {
  test.each(['', ' , ', 'status=429, retry-after=2, wrapped', 'delay=250', 'html,status=502'])(
    '%p is known',
    async (fault) => {
      expect((await createBench().post('/sample/faults', { fault })).status).toBe(200);
    },
  );

  test.each([
    'STATUS = 429',
    'status',
    'status=200',
    'status=600',
    'status=4e2',
    'status=429\r\nx: y',
    'delay=-1',
    'delay=99999999',
    'cut=later',
    'html=1',
    'constructor',
    '__proto__',
    'toString',
    'nonsense',
    'x,'.repeat(50),
  ])('%p is refused without repeating it', async (fault) => {
    const response = await createBench().post('/sample/faults', { fault });
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain('nonsense');
  });
});

describe('faults for calls to come', () => {
  const meet = async (settings: object, calls = 200, kind: 'lookup' | 'score' = 'lookup') => {
    const bench = createBench();
    await bench.post('/sample/faults', { fault: 'status=500', ...settings });
    const met: boolean[] = [];
    for (let call = 0; call < calls; call += 1) {
      const reply =
        kind === 'lookup' ? await bench.lookup(body) : await bench.score('store-potential', TOWN);
      met.push(reply.kind === 'failed' && reply.status === 500);
    }
    return met;
  };

  test.each<[string, object, boolean[]]>([
    ['meet every call', {}, [true, true, true]],
    ['affect exactly that many calls', { count: 2 }, [true, true, false, false]],
    ['begin after that many calls', { after: 2 }, [false, false, true, true]],
    ['affect one operation only', { operation: 'score' }, [false, false]],
  ])('%s', async (_what, settings, met) => {
    expect(await meet(settings, met.length)).toEqual(met);
  });

  test('of scores meet scores', async () => {
    expect(await meet({ operation: 'score' }, 2, 'score')).toEqual([true, true]);
  });

  test('meet a share of the calls, the same ones every time', async () => {
    const met = await meet({ rate: 0.25 });
    const share = met.filter(Boolean).length;
    expect(share).toBeGreaterThan(30);
    expect(share).toBeLessThan(70);
    expect(await meet({ rate: 0.25 })).toEqual(met);
    expect(await meet({ rate: 0 }, 20)).not.toContain(true);
  });

  test.each([
    [{ fault: 'nonsense' }],
    [{ fault: 7 }],
    [{ fault: 'half', rate: 2 }],
    [{ fault: 'half', rate: '1' }],
    [{ fault: 'half', count: -1 }],
    [{ fault: 'half', after: -1 }],
    [{ fault: 'half', operation: 'both' }],
  ])('%j is refused and changes nothing', async (settings) => {
    const bench = createBench();
    await bench.post('/sample/faults', { fault: 'status=500' });
    expect((await bench.post('/sample/faults', settings)).status).toBe(400);
    expect((await bench.post(LOOKUP, body)).status).toBe(500);
  });
});
