import type { AnswerMemory } from './answer-memory';
import type { Clock } from '../clock';
import { Names } from './names';

export interface NameCollectorParts {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly memory: AnswerMemory;
  /** These numbers may come to stand for other names. */
  onReleased(names: readonly number[]): void;
}

/**
 * Names that are let go of when nothing is known or wanted of them any more: formulas that invent
 * names for ever must not fill the memory. Where so many are in use, answers are let go as well.
 */
export function createCollectedNames({ clock, memory, onReleased }: NameCollectorParts): Names {
  let isPlanned = false;
  const names = new Names(() => {
    if (isPlanned) return;
    isPlanned = true;
    clock.schedule(COLLECT_MS, collect);
  });
  const release = (): void => onReleased(names.release(memory.namesInUse()));
  function collect(): void {
    isPlanned = false;
    release();
    if (!names.areMany) return;
    memory.clear();
    release();
    // What is still wanted will not be for ever.
    isPlanned = names.areMany;
    if (isPlanned) clock.schedule(COLLECT_MS, collect);
  }
  return names;
}

const COLLECT_MS = 10_000;
