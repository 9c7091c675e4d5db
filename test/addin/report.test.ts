import { toPaneReport } from '../../src/addin/report';

describe('the report of a test, for the pane', () => {
  it('says how long a busy service asked to be left alone', () => {
    const report = toPaneReport({ kind: 'throttled', status: 429, retryAfterMs: 600_000 });
    expect(report).toEqual({ kind: 'throttled', status: 429, retryAfterMs: 600_000 });
  });

  it('says no more than the service did', () => {
    expect(toPaneReport({ kind: 'throttled', status: 503 })).toEqual({
      kind: 'throttled',
      status: 503,
    });
  });

  it('takes a key that cannot be sent for a refused one', () => {
    expect(toPaneReport({ kind: 'no-key' })).toEqual({ kind: 'refused' });
  });

  it('guesses at the cause of silence and of another service’s answer', () => {
    expect(toPaneReport({ kind: 'unreachable', likelyCause: 'cors-or-proxy' })).toEqual({
      kind: 'unreachable',
      likelyCause: 'blocked',
    });
    expect(
      toPaneReport({ kind: 'failed', code: 'rejected', status: 404, likelyCause: 'wrong-address' }),
    ).toEqual({ kind: 'failed', status: 404, likelyCause: 'wrong-address' });
  });
});
