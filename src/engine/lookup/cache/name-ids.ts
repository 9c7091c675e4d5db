import type { AnswerMemory } from './answer-memory';
import type { Clock } from '../../async/clock';

/**
 * Attributes as small integers: names compare as integers, and 10,000 places share one string.
 * An id does not change while its name is in use; afterwards another name may get it.
 */
export class Names {
  private readonly ids = new Map<string, number>();
  private readonly texts: (string | undefined)[] = [];
  private readonly free: number[] = [];

  /** @param onMany called when more names are known than any account has, so some may be unused. */
  constructor(private readonly onMany: () => void = () => undefined) {}

  get areMany(): boolean {
    return this.ids.size > MANY;
  }

  idOf(text: string): number {
    let id = this.ids.get(text);
    if (id === undefined) {
      id = this.free.pop() ?? this.texts.length;
      this.ids.set(text, id);
      this.texts[id] = text;
      if (this.areMany) this.onMany();
    }
    return id;
  }

  /** Does not add the name; -1 for an unknown one. */
  find(text: string): number {
    return this.ids.get(text) ?? -1;
  }

  /** @param id a result of `idOf`. */
  textOf(id: number): string {
    return this.texts[id] as string;
  }

  /** Releases all names that are not in use; returns their ids. */
  release(isInUse: ReadonlySet<number>): readonly number[] {
    const released: number[] = [];
    for (const [text, id] of this.ids) {
      if (isInUse.has(id)) continue;
      this.ids.delete(text);
      this.texts[id] = undefined;
      this.free.push(id);
      released.push(id);
    }
    return released;
  }
}

/** An account has about 3,000. */
const MANY = 20_000;

interface NameCollectorParts {
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
