import { LATE, within } from '../../../src/gateway/redis/answer-in-time';

/** Keeps this process from reading or timing anything, as a long calculation does. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('a server that is silent', () => {
  it('is given up by a process whose every turn takes long', async () => {
    let turnsLeft = 40;
    const busy = setInterval(() => {
      block(300);
      if ((turnsLeft -= 1) === 0) clearInterval(busy);
    }, 0);
    const answer = within(new Promise(() => undefined), 100);
    await expect(answer).rejects.toThrow(LATE);
    clearInterval(busy);
    expect(turnsLeft).toBeGreaterThan(0);
  });

  it('is waited for by a process that was stopped for longer than it would ever wait', async () => {
    let reply = (_text: string): void => {};
    const sent = new Promise<string>((resolve) => (reply = resolve));
    const answer = within(sent, 20);
    block(5200);
    // What came meanwhile is read a few turns later.
    setTimeout(() => reply('read'), 20);
    expect(await answer).toBe('read');
  });
});
