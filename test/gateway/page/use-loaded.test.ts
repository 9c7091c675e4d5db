/** @jest-environment jsdom */
import { act, renderHook } from '@testing-library/react';
import { useLoaded } from '../../../src/gateway/page/use-loaded';

it('does nothing else until what is under way is done or has failed', async () => {
  const load = () => Promise.resolve('loaded');
  const { result } = renderHook(() => useLoaded(load));
  const ends: ((error?: Error) => void)[] = [];
  const send = () =>
    new Promise<void>((done, fail) => ends.push((error) => (error ? fail(error) : done())));
  await act(async () => {
    const first = result.current.run(send, 'Saved.');
    expect(await result.current.run(send)).toBe(false);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    expect(await first).toBe(true);
  });
  expect(result.current.notice).toBe('Saved.');
  await act(async () => {
    const next = result.current.run(send);
    ends[1]?.(new Error('The name is taken.'));
    expect(await next).toBe(false);
  });
  expect(result.current.problem).toBe('The name is taken.');
  await act(async () => {
    const again = result.current.run(send);
    ends[2]?.();
    expect(await again).toBe(true);
  });
});
