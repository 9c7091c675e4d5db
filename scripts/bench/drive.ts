import type { Asker } from './contender';
import type { VirtualClock } from './virtual-clock';
import type { Cells } from './workload';

/** What the harness does with a cell's promise, and when it looks. */
export interface Sheet {
  receive(promise: Promise<unknown>, index: number): void;
  /** The last cell has just been asked. */
  onAllAsked?(): void;
}

/** Asks every cell at its time, those of one time in one go, and runs until nothing happens. */
export async function drive(
  cells: Cells,
  asker: Asker,
  clock: VirtualClock,
  sheet: Sheet,
): Promise<void> {
  const { count, lat, lng, name, at } = cells;
  const askFrom = (start: number): void => {
    let index = start;
    for (; index < count && at[index] === at[start]; index += 1) {
      const promise = asker.ask(lat[index] ?? 0, lng[index] ?? 0, name[index] ?? '');
      sheet.receive(promise, index);
    }
    if (index < count) clock.schedule((at[index] ?? 0) - clock.elapsed(), () => askFrom(index));
    else sheet.onAllAsked?.();
  };
  clock.schedule(0, () => askFrom(0));
  await clock.run();
}
