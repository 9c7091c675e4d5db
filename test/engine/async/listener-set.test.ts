import { ListenerSet } from '../../../src/engine/lookup';

describe('a set of listeners', () => {
  it('tells all of them, also where one throws or leaves meanwhile', () => {
    const listeners = new ListenerSet<[news: string]>();
    const told: string[] = [];
    listeners.subscribe(() => {
      throw new Error('a broken listener');
    });
    const leave = listeners.subscribe((news) => {
      leave();
      told.push(`first ${news}`);
    });
    listeners.subscribe((news) => told.push(`second ${news}`));
    listeners.notify('a');
    listeners.notify('b');
    expect(told).toEqual(['first a', 'second a', 'second b']);
  });

  it('holds the same listener twice, and lets each leave by itself', () => {
    const listeners = new ListenerSet();
    let told = 0;
    const listener = (): void => void (told += 1);
    const leave = listeners.subscribe(listener);
    listeners.subscribe(listener);
    leave();
    leave();
    listeners.notify();
    expect([told, listeners.size]).toEqual([1, 1]);
  });
});
