import type { CacheEntry } from './cache-entry';
import type { CallTarget, CallTargetOwner, PendingQuestion } from '../queue/pending-questions';

/**
 * Every target with a known answer or a pending question, by service and key. The number of known
 * answers is bounded: the least recently used targets go first. A target that someone waits for is
 * never dropped.
 */
export class AnswerMemory implements CallTargetOwner {
  /** Answers known now. */
  size = 0;
  private readonly shelves = new Map<string, Map<string, CallTarget>>();
  private newest: CallTarget | undefined;
  private oldest: CallTarget | undefined;

  /** @param onAbandoned a question that nobody waits for any longer was dropped. */
  constructor(
    private readonly maxAnswers: number,
    readonly onAbandoned: (pending: PendingQuestion) => void,
  ) {}

  find(scope: string, key: string): CallTarget | undefined {
    const target = this.shelves.get(scope)?.get(key);
    if (target !== undefined) this.touch(target);
    return target;
  }

  add(target: CallTarget): void {
    let shelf = this.shelves.get(target.scope);
    if (shelf === undefined) this.shelves.set(target.scope, (shelf = new Map()));
    shelf.set(target.key, target);
    this.link(target);
  }

  onKnownChanged(change: number): void {
    this.size += change;
    if (this.size > this.maxAnswers) this.evict();
  }

  /** Forgets every answer. Pending questions stay. */
  clear(isForGood = false): void {
    for (let target = this.oldest; target !== undefined;) {
      const { newer } = target;
      // A target that nobody waits for removes itself.
      target.forget(isForGood);
      target = newer;
    }
  }

  /** Forgets the answers that this accepts. @returns how many they were. */
  forgetWhere(isGone: (target: CallTarget, name: number, answer: CacheEntry) => boolean): number {
    let forgotten = 0;
    for (let target = this.oldest; target !== undefined;) {
      const { newer } = target;
      const each = target;
      forgotten += target.forgetWhere((name, answer) => isGone(each, name, answer));
      target = newer;
    }
    return forgotten;
  }

  /** The ids of all names with a known answer or a pending question. */
  namesInUse(): ReadonlySet<number> {
    const names = new Set<number>();
    for (let target = this.oldest; target !== undefined; target = target.newer) {
      target.addNamesTo(names);
    }
    return names;
  }

  private evict(): void {
    let target = this.oldest;
    while (target !== undefined && this.size > this.maxAnswers) {
      const { newer } = target;
      // The newest is the one being written to.
      if (target === this.newest) return;
      if (isIdle(target)) {
        this.size -= target.knownCount;
        target.knownCount = 0;
        this.onEmpty(target);
      }
      target = newer;
    }
  }

  onEmpty(target: CallTarget): void {
    this.unlink(target);
    const shelf = this.shelves.get(target.scope);
    shelf?.delete(target.key);
    if (shelf?.size === 0) this.shelves.delete(target.scope);
  }

  private touch(target: CallTarget): void {
    if (target === this.newest) return;
    this.unlink(target);
    this.link(target);
  }

  private link(target: CallTarget): void {
    target.older = this.newest;
    if (this.newest !== undefined) this.newest.newer = target;
    this.newest = target;
    this.oldest ??= target;
  }

  private unlink(target: CallTarget): void {
    if (target.older !== undefined) target.older.newer = target.newer;
    else this.oldest = target.newer;
    if (target.newer !== undefined) target.newer.older = target.older;
    else this.newest = target.older;
    target.older = undefined;
    target.newer = undefined;
  }
}

function isIdle(target: CallTarget): boolean {
  return target.knownCount === target.size;
}
