import { createCancellation } from '../../../src/engine/lookup';

/** A signal, three listeners, and what they were told. */
function setUp() {
  const cancellation = createCancellation();
  const told: string[] = [];
  const listeners = ['first', 'second', 'third'].map((name) => () => void told.push(name));
  const [first, second, third] = listeners as [() => void, () => void, () => void];
  const listen = (...each: (() => void)[]): void =>
    each.forEach((listener) => cancellation.signal.addEventListener('abort', listener));
  return { cancellation, told, first, second, third, listen };
}

describe('a cancellation', () => {
  it('tells everyone once, in order, and is over', () => {
    const { cancellation, told, first, second, third, listen } = setUp();
    listen(first, second, third);
    expect(cancellation.signal.aborted).toBe(false);
    cancellation.cancel();
    expect(cancellation.signal.aborted).toBe(true);
    cancellation.cancel();
    expect(told).toEqual(['first', 'second', 'third']);
  });

  it.each([
    [0, ['second', 'third']],
    [1, ['first', 'third']],
    [2, ['first', 'second']],
  ])('does not tell number %i, who has stopped listening', (gone, left) => {
    const { cancellation, told, first, second, third, listen } = setUp();
    listen(first, second, third);
    const listener = [first, second, third][gone] as () => void;
    cancellation.signal.removeEventListener('abort', listener);
    cancellation.signal.removeEventListener('abort', listener);
    cancellation.cancel();
    expect(told).toEqual(left);
  });

  it('tells who comes after the first has gone', () => {
    const { cancellation, told, first, second, listen } = setUp();
    listen(first);
    cancellation.signal.removeEventListener('abort', first);
    listen(second);
    cancellation.signal.removeEventListener('abort', first);
    cancellation.cancel();
    expect(told).toEqual(['second']);
  });

  it('tells the others though one of them stops the rest from listening', () => {
    const { cancellation, told, first, second, third, listen } = setUp();
    listen(first);
    cancellation.signal.addEventListener('abort', {
      handleEvent: () => {
        told.push('object');
        cancellation.signal.removeEventListener('abort', second);
      },
    });
    listen(second, third);
    cancellation.cancel();
    expect(told).toEqual(['first', 'object', 'second', 'third']);
  });

  it('tells nobody who comes too late', () => {
    const { cancellation, told, first, listen } = setUp();
    cancellation.cancel();
    listen(first);
    cancellation.cancel();
    expect(told).toEqual([]);
  });
});
