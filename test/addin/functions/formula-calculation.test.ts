import { createHook } from 'node:async_hooks';
import { LOCATTR } from '../../../src/addin/functions/functions';
import { createFormulas } from '../../../src/addin/functions/formulas';
import { provideFunctions } from '../../../src/addin/functions/host-promise';
import { HandClock } from '../../engine/lookup/hand-clock';
import { RuledService } from './ruled-service';
import { createTestHost } from './test-host';

/** Each reading takes a second, so the first invocation uses up its task's turn. */
class SlowClock extends HandClock {
  looks = 0;
  scheduled = 0;

  override elapsed(): number {
    this.looks += 1;
    return this.looks * 1_000;
  }

  override schedule(ms: number, run: () => void): () => void {
    this.scheduled += 1;
    return super.schedule(ms, run);
  }
}

/** Measures the task in which a host calls that many functions, after a first one. */
async function invoke(count: number) {
  const clock = new SlowClock();
  provideFunctions(createFormulas({ ...createTestHost(new RuledService()).host, clock }));
  let argumentsRead = 0;
  let promises = 0;
  const hook = createHook({
    init: (_id, type) => void (promises += type === 'PROMISE' ? 1 : 0),
  });
  const call = (index: number) => {
    const cell = (value: unknown) =>
      new Proxy([[value]], {
        get(target, property, receiver) {
          argumentsRead += 1;
          return Reflect.get(target, property, receiver) as unknown;
        },
      });
    return LOCATTR(cell(12), cell(77), cell('w_a'), { address: `S!A${String(index)}` });
  };
  void call(0);
  const before = { looks: clock.looks, scheduled: clock.scheduled };
  argumentsRead = 0;
  hook.enable();
  for (let index = 1; index <= count; index += 1) void call(index);
  // Everything that the task does itself is done by its last microtask.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  hook.disable();
  return {
    argumentsRead,
    looks: clock.looks - before.looks,
    scheduled: clock.scheduled - before.scheduled,
    promises,
  };
}

describe('a host that calls many functions in one task', () => {
  it('has no argument read, no clock looked at and nothing scheduled for those behind the second', async () => {
    const { argumentsRead, looks, scheduled } = await invoke(1_000);
    expect({ argumentsRead, scheduled }).toEqual({ argumentsRead: 0, scheduled: 0 });
    expect(looks).toBeLessThanOrEqual(1);
  });

  it('is given one promise for each, and no turn of promises is taken for any', async () => {
    const few = await invoke(100);
    const many = await invoke(1_100);
    expect(many.promises - few.promises).toBeLessThanOrEqual(1_000);
  });
});
