import { AttemptLimiter } from '../../src/gateway/attempt-limiter';

it('stays closed for new addresses while very many have failed, and opens with the minute', () => {
  let now = 0;
  const limiter = new AttemptLimiter(
    20,
    () => now,
    () => {},
  );
  for (let each = 0; each < 100_000; each += 1) limiter.failed(`10.${each}`, true);
  expect(limiter.isBlocked('192.0.2.1')).toBe(true);
  expect(limiter.failed('192.0.2.1', true)).toBe(false);
  // A token that was issued is no guess.
  expect(limiter.failed('192.0.2.1', false)).toBe(true);
  expect(limiter.isBlocked('10.1')).toBe(false);
  now += 60_000;
  expect(limiter.isBlocked('192.0.2.1')).toBe(false);
});
