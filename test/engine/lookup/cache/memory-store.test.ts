import { createMemoryStore } from '../memory-store';
import { answer, describeAnswerStore, sheet, shown } from './answer-store-suite';
import { HandClock } from '../hand-clock';

describeAnswerStore('the memory store', (limits) => {
  const clock = new HandClock();
  const store = createMemoryStore({ clock, ...limits });
  return Promise.resolve({ store, clock, settle: () => Promise.resolve() });
});

describe('the memory store', () => {
  it('lets go of the targets that were longest unused', async () => {
    const clock = new HandClock();
    const store = createMemoryStore({ clock, maxAnswers: 30 });
    await store.write(sheet(3, 10, clock.now()));
    await store.read(['place 0']);
    await store.write([{ key: 'new', answers: [answer('x', 1, clock.now())] }]);
    expect(Object.keys(await shown(store, ['place 0', 'place 1', 'place 2', 'new']))).toEqual([
      'place 0',
      'place 2',
      'new',
    ]);
    expect((await store.size()).answers).toBe(21);
  });

  it('keeps the last names of a target that is larger than all it may hold', async () => {
    const clock = new HandClock();
    const store = createMemoryStore({ clock, maxAnswers: 2 });
    await store.write(sheet(1, 5, clock.now()));
    expect(Object.keys((await shown(store, ['place 0']))['place 0'] ?? {})).toEqual([
      'name_3',
      'name_4',
    ]);
  });

  it('takes back the bytes of what it forgets', async () => {
    const clock = new HandClock();
    const store = createMemoryStore({ clock, maxAgeMs: 1000 });
    await store.write(sheet(3, 10, clock.now()));
    clock.jump(1001);
    await store.read(['place 0', 'place 1', 'place 2']);
    expect(await store.size()).toEqual({ answers: 0, bytes: 0 });
  });
});
