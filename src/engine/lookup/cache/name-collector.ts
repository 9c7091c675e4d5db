import type { AnswerMemory } from './answer-memory';
import type { Clock } from '../../async/clock';
import { Names } from './name-ids';

export interface NameCollectorParts {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly memory: AnswerMemory;
  /** These ids are free again and may be given to other names. */
  onReleased(names: readonly number[]): void;
}

/**
 * Names that are released once they have neither an answer nor a question. Otherwise formulas that
 * keep inventing names would fill the memory. If too many names are in use, answers are dropped
 * too.
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
    // Names still wanted now may be released at a later pass.
    isPlanned = names.areMany;
    if (isPlanned) clock.schedule(COLLECT_MS, collect);
  }
  return names;
}

const COLLECT_MS = 10_000;
