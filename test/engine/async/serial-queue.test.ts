import { createSerialQueue } from '../../../src/engine/async/serial-queue';

describe('a serial queue', () => {
  it('runs one thing after the other, in their order, and gives each its own result', async () => {
    const inTurn = createSerialQueue();
    const told: string[] = [];
    const run = (name: string, turns: number) => async () => {
      told.push(`${name} begins`);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      told.push(`${name} ends`);
      return name;
    };
    expect(await Promise.all([inTurn(run('a', 9)), inTurn(run('b', 1))])).toEqual(['a', 'b']);
    expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('goes on after a task that rejects or throws, which fails for its caller only', async () => {
    const inTurn = createSerialQueue();
    const rejecting = inTurn(() => Promise.reject(new Error('rejected')));
    const throwing = inTurn((): Promise<void> => {
      throw new Error('thrown');
    });
    const next = inTurn(() => Promise.resolve('done'));
    await expect(rejecting).rejects.toThrow('rejected');
    await expect(throwing).rejects.toThrow('thrown');
    await expect(next).resolves.toBe('done');
  });
});
