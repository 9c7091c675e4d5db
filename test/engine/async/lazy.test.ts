import { lazy } from '../../../src/engine/lookup';

describe('what is loaded when it is needed', () => {
  it('is loaded once for all who ask, also at the same time', async () => {
    let loads = 0;
    const open = lazy(() => Promise.resolve((loads += 1)));
    expect(loads).toBe(0);
    expect(await Promise.all([open(), open()])).toEqual([1, 1]);
    expect(await open()).toBe(1);
  });

  it('is loaded again where that failed, and not before it failed', async () => {
    let loads = 0;
    const open = lazy(() => {
      loads += 1;
      return loads === 1 ? Promise.reject(new Error('offline')) : Promise.resolve('loaded');
    });
    const both = await Promise.allSettled([open(), open()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await open()).toBe('loaded');
    expect(loads).toBe(2);
  });
});
