import { ReplyTimeout } from '../../../src/lookup/limits/reply-timeout';

function after(...replies: readonly number[]): ReplyTimeout {
  const timeout = new ReplyTimeout();
  for (const ms of replies) timeout.answered(ms);
  return timeout;
}

describe('how long a reply is waited for', () => {
  it('is what RFC 6298 reckons from the mean and the deviation of those that came', () => {
    expect(after(2000).unusualMs).toBe(2000 + 4 * 1000);
    expect(after(2000, 2800).unusualMs).toBe(2100 + 4 * 950);
    expect(after(2000, 2800, 1300).unusualMs).toBe(2000 + 4 * 912.5);
  });

  it('grows with replies that scatter, and shrinks with those that do not', () => {
    const even = after(...Array.from({ length: 40 }, () => 2000));
    const scattered = after(...Array.from({ length: 40 }, (_, index) => (index % 2) * 4000));
    expect(even.unusualMs).toBeLessThan(2010);
    expect(scattered.unusualMs).toBeGreaterThan(8000);
  });

  it('is a whole second at least, before a quick service is asked anew', () => {
    expect(after(100).unusualMs).toBe(1000);
    expect(after(100, 100.4, 99.7).unusualMs).toBe(1000);
  });

  it('is three such times before calls are given up, and four for one that others overtake', () => {
    const { lostMs, loneMs } = after(2000);
    expect([lostMs, loneMs]).toEqual([3 * 6000, 4 * 6000]);
    expect(after(100).lostMs).toBe(3 * 1000);
  });

  it('is ten seconds where nothing is known, and never less for one that others overtake', () => {
    const { unusualMs, lostMs, loneMs } = after();
    expect([unusualMs, lostMs, loneMs]).toEqual([2000, 10_000, 10_000]);
    expect(after(100).loneMs).toBe(10_000);
  });
});
