import { getEventListeners } from 'node:events';
import { createCancellation, withTimeout } from '../../../src/engine/lookup';
import { HandClock } from '../lookup/hand-clock';

function setUp() {
  const clock = new HandClock();
  const cancellation = createCancellation();
  let givenUp = 0;
  const onTimeout = (): void => void (givenUp += 1);
  return {
    clock,
    cancel: () => cancellation.cancel(),
    timeout: {
      clock,
      timeoutMs: 100,
      signal: cancellation.signal,
      otherwise: 'given up',
      onTimeout,
    },
    givenUp: () => givenUp,
  };
}

const hanging = (): Promise<string> => new Promise(() => {});

describe('work with a timeout', () => {
  it('settles as the work does where that is in time, and leaves no timer behind', async () => {
    const { clock, timeout, givenUp, cancel } = setUp();
    expect(await withTimeout(Promise.resolve('done'), timeout)).toBe('done');
    await expect(withTimeout(Promise.reject(new Error('broken')), timeout)).rejects.toThrow(
      'broken',
    );
    await clock.advance(1_000);
    cancel();
    expect(givenUp()).toBe(0);
  });

  it.each([0, 0.4, 100])(
    'ends without work that hangs, after %d ms and not before',
    async (timeoutMs) => {
      const { clock, timeout } = setUp();
      let result: string | undefined;
      void withTimeout(hanging(), { ...timeout, timeoutMs }).then((given) => (result = given));
      if (timeoutMs > 0) await clock.advance(timeoutMs / 2);
      expect(result).toBeUndefined();
      await clock.advance(timeoutMs / 2);
      expect(result).toBe('given up');
    },
  );

  it('ends at once when it is cancelled, whatever the work makes of that', async () => {
    const { timeout, cancel } = setUp();
    let fail = (_: Error): void => {};
    const work = new Promise<string>((_, reject) => (fail = reject));
    const onTimeout = (): void => fail(new Error('aborted'));
    const ending = withTimeout(work, { ...timeout, onTimeout });
    cancel();
    expect(await ending).toBe('given up');
  });

  it('goes by a platform’s own signal too, and by none', async () => {
    const { clock } = setUp();
    const parts = { clock, timeoutMs: 100, otherwise: 'given up' };
    const controller = new AbortController();
    expect(await withTimeout(Promise.resolve(1), { ...parts, signal: controller.signal })).toBe(1);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    const ending = withTimeout(hanging(), { ...parts, signal: controller.signal });
    controller.abort();
    expect(await ending).toBe('given up');
    const waiting = withTimeout(hanging(), parts);
    await clock.advance(100);
    expect(await waiting).toBe('given up');
  });
});
