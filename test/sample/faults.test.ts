import { createFaultControl } from '../../src/sample/fault-control';
import { parseFaults } from '../../src/sample/faults';

describe('the text of faults', () => {
  test.each([
    ['', {}],
    [' , ', {}],
    ['status=429', { status: 429 }],
    ['STATUS = 429', undefined],
    [
      'status=429, retry-after=2, wrapped',
      { status: 429, retryAfter: { seconds: 2, as: 'seconds' }, wrapper: 'object' },
    ],
    ['retry-after-date=5', { retryAfter: { seconds: 5, as: 'date' } }],
    ['delay=250', { delayMs: 250 }],
    ['cut', { cut: 'before' }],
    ['cut=body', { cut: 'body' }],
    ['wrapped-error', { wrappedError: 401 }],
    ['wrapped-error=429', { wrappedError: 429 }],
    ['html,status=502', { body: 'html', status: 502 }],
    ['reject-unknown', { rejectUnknown: true }],
    ['out-of-credits', { outOfCredits: true }],
  ])('%p is %j', (text, faults) => {
    expect(parseFaults(text)).toEqual(
      faults ? { kind: 'valid', faults } : { kind: 'invalid', reason: expect.any(String) },
    );
  });

  test.each([
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
  ])('%p is refused without repeating it', (text) => {
    const parsed = parseFaults(text);
    expect(parsed.kind).toBe('invalid');
    expect(JSON.stringify(parsed)).not.toContain('nonsense');
  });
});

describe('faults for calls to come', () => {
  const meet = (settings: object, calls = 1000, kind: 'lookup' | 'score' = 'lookup') => {
    const control = createFaultControl(1);
    expect(control.set(settings)).toBeUndefined();
    return Array.from({ length: calls }, () => control.next(kind).status === 500);
  };

  test('meet every call', () => {
    expect(meet({ fault: 'status=500' }, 3)).toEqual([true, true, true]);
  });

  test('affect exactly that many calls', () => {
    expect(meet({ fault: 'status=500', count: 2 }, 4)).toEqual([true, true, false, false]);
  });

  test('begin after that many calls', () => {
    expect(meet({ fault: 'status=500', after: 2 }, 4)).toEqual([false, false, true, true]);
  });

  test('meet a share of the calls, the same ones every time', () => {
    const met = meet({ fault: 'status=500', rate: 0.25 });
    const share = met.filter(Boolean).length;
    expect(share).toBeGreaterThan(200);
    expect(share).toBeLessThan(300);
    expect(meet({ fault: 'status=500', rate: 0.25 })).toEqual(met);
    expect(meet({ fault: 'status=500', rate: 0 })).not.toContain(true);
  });

  test('affect one operation only', () => {
    expect(meet({ fault: 'status=500', operation: 'score' }, 2)).toEqual([false, false]);
    expect(meet({ fault: 'status=500', operation: 'score' }, 2, 'score')).toEqual([true, true]);
  });

  test('end with an empty fault, or with a reset', () => {
    const control = createFaultControl(1);
    control.set({ fault: 'status=500' });
    control.set({});
    expect(control.next('lookup')).toEqual({});
    control.set({ fault: 'status=500' });
    control.reset();
    expect(control.next('lookup')).toEqual({});
  });

  test.each([
    [{ fault: 'nonsense' }],
    [{ fault: 7 }],
    [{ fault: 'half', rate: 2 }],
    [{ fault: 'half', rate: '1' }],
    [{ fault: 'half', count: -1 }],
    [{ fault: 'half', after: -1 }],
    [{ fault: 'half', operation: 'both' }],
  ])('%j is refused and changes nothing', (settings) => {
    const control = createFaultControl(1);
    control.set({ fault: 'status=500' });
    expect(control.set(settings)).toEqual(expect.any(String));
    expect(control.next('lookup')).toEqual({ status: 500 });
  });
});
