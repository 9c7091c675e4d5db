/** @jest-environment jsdom */
import { act, renderHook } from '@testing-library/react';
import { useState } from 'react';

import { useLatest } from '../../../../src/addin/pane/parts/use-latest';

/** Readings of lists, each of which ends when the test says so. */
function slowReadings() {
  const begun: { readonly list: string; end(rows: string): void; fail(): void }[] = [];
  const read = (list: string): Promise<string> =>
    new Promise((end, reject) => {
      begun.push({ list, end, fail: () => reject(new Error('no network')) });
    });
  return { begun, read };
}

function draw(first = 'A') {
  const { begun, read } = slowReadings();
  const { result, unmount } = renderHook(() => {
    const [list, turnTo] = useState(first);
    return { ...useLatest(() => (list === '' ? undefined : read(list)), [list]), turnTo };
  });
  const finish = (at: number, rows: string) =>
    act(async () => Promise.resolve(begun[at]?.end(rows)));
  const fail = (at: number) => act(async () => Promise.resolve(begun[at]?.fail()));
  return { begun, shown: () => result.current, finish, fail, unmount };
}

describe('the latest result', () => {
  it('is that of the inputs of now, however late an earlier one comes', async () => {
    const { shown, finish } = draw();
    act(() => shown().turnTo('B'));
    await finish(1, 'rows of B');
    await finish(0, 'rows of A');
    expect(shown()).toMatchObject({ result: 'rows of B', isDone: true, hasFailed: false });
  });

  it('of earlier inputs stands until there is another, and is known to be old', async () => {
    const { shown, finish } = draw();
    expect(shown()).toMatchObject({ result: undefined, isDone: false });
    await finish(0, 'rows of A');
    act(() => shown().turnTo('B'));
    expect(shown()).toMatchObject({ result: 'rows of A', isDone: false });
    act(() => shown().turnTo(''));
    expect(shown()).toMatchObject({ result: 'rows of A', isDone: false });
  });

  it('may be had again, and stands while it is worked on', async () => {
    const { begun, shown, finish } = draw();
    await finish(0, 'rows of A');
    act(() => shown().again());
    expect(begun.map(({ list }) => list)).toEqual(['A', 'A']);
    expect(shown()).toMatchObject({ result: 'rows of A', isDone: true });
    await finish(1, 'more rows of A');
    expect(shown().result).toBe('more rows of A');
  });

  it('may fail, and is worked on anew when a person asks', async () => {
    const { shown, finish, fail } = draw();
    await fail(0);
    expect(shown()).toMatchObject({ hasFailed: true, isDone: true });
    act(() => shown().again());
    expect(shown()).toMatchObject({ hasFailed: false, isDone: false });
    await finish(1, 'rows of A');
    expect(shown()).toMatchObject({ result: 'rows of A', hasFailed: false });
  });

  it('that fails late says nothing about other inputs', async () => {
    const { shown, fail } = draw();
    act(() => shown().turnTo('B'));
    await fail(0);
    expect(shown()).toMatchObject({ hasFailed: false, isDone: false });
  });

  it('is not looked at once the view has gone', async () => {
    const { shown, finish, unmount } = draw();
    unmount();
    await finish(0, 'rows of A');
    expect(shown().result).toBeUndefined();
  });
});
