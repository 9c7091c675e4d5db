import { createCancellation } from '../../../src/engine/lookup';

test('a cancellation tells nobody who comes too late', () => {
  const cancellation = createCancellation();
  const told: string[] = [];
  cancellation.cancel();
  cancellation.signal.addEventListener('abort', () => void told.push('late'));
  cancellation.cancel();
  expect([told, cancellation.signal.aborted]).toEqual([[], true]);
});
