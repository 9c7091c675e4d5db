import type { SourceFailureCode } from '../../../../src/engine/lookup';
import {
  backOffMs,
  costOf,
  isRetryable,
  isSlowDown,
} from '../../../../src/engine/lookup/queue/retry';

/** What may be done about each kind of failure. */
const RULES: Record<SourceFailureCode, string> = {
  rejected: '',
  'key-refused': 'free',
  'out-of-credits': 'free',
  'over-budget': 'free',
  'unknown-model': 'free',
  throttled: 'lookup score slower free',
  unavailable: 'lookup score slower free',
  'service-failed': 'lookup',
  'wrong-address': 'free',
  untrusted: 'free',
  offline: 'lookup unknown',
  'timed-out': 'lookup unknown',
  'unreadable-reply': '',
  'no-key': 'free',
};

describe('a call that failed', () => {
  it.each(Object.entries(RULES) as [SourceFailureCode, string][])(
    'with %s is made again by itself, slows the limiter and costs nothing as follows: %s',
    (code, rule) => {
      const said = [
        isRetryable('lookup', { code }) ? 'lookup' : '',
        isRetryable('score', { code }) ? 'score' : '',
        isSlowDown(code) ? 'slower' : '',
        costOf('lookup', { kind: 'failed', code }).replace('spent', ''),
      ];
      expect(said.filter(Boolean).join(' ')).toBe(rule);
    },
  );
});

describe('a score that was refused', () => {
  it.each([
    ['rejected', 400, 'free'],
    ['service-failed', 405, 'free'],
    ['service-failed', 413, 'free'],
    ['unreadable-reply', 403, 'free'],
    ['service-failed', 500, 'spent'],
    ['service-failed', undefined, 'spent'],
    ['unreadable-reply', 200, 'spent'],
  ] as const)('as %s with %s costs: %s', (code, status, cost) => {
    expect(costOf('score', { kind: 'failed', code, ...(status && { status }) })).toBe(cost);
  });
});

describe('a call that never left', () => {
  it('cost nothing, and is made again, whether it is a lookup or a score', () => {
    const offline = { kind: 'failed', code: 'offline', isUnsent: true } as const;
    expect(costOf('score', offline)).toBe('unsent');
    expect([isRetryable('lookup', offline), isRetryable('score', offline)]).toEqual([true, true]);
    expect(costOf('lookup', { kind: 'failed', code: 'rejected', isUnsent: true })).toBe('unsent');
    expect(isRetryable('score', { code: 'rejected', isUnsent: true })).toBe(false);
  });
});

describe('a lookup that the service failed at', () => {
  it.each([
    [undefined, true],
    [500, true],
    [502, true],
    [504, true],
    [409, false],
    [415, false],
    [451, false],
    [401, true],
    [403, true],
  ])('with status %s is made again: %s', (status, isAgain) => {
    const failure = {
      code: 'service-failed',
      ...(status === undefined ? {} : { status }),
    } as const;
    expect(isRetryable('lookup', failure)).toBe(isAgain);
  });
});

describe('the back-off', () => {
  const limits = { backOffMs: 500, maxBackOffMs: 3000 };

  it('is anywhere up to a bound that doubles with each attempt, until it is at its largest', () => {
    const most = [1, 2, 3, 4, 5].map((attempts) => backOffMs(attempts, () => 1, limits));
    expect(most).toEqual([500, 1000, 2000, 3000, 3000]);
    expect(backOffMs(3, () => 0.25, limits)).toBe(500);
    expect(backOffMs(3, () => 0, limits)).toBe(0);
  });
});
