import type { Subject } from '../queue/call-target';

/**
 * Every subject of which something is known or wanted, found by service and key, bounded by the
 * number of answers known: the least recently used go first. Subjects that someone waits for are
 * never dropped.
 */
export class AnswerMemory {
  /** Answers known now. */
  size = 0;
  private readonly shelves = new Map<string, Map<string, Subject>>();
  private newest: Subject | undefined;
  private oldest: Subject | undefined;

  constructor(private readonly maxAnswers: number) {}

  find(scope: string, key: string): Subject | undefined {
    const subject = this.shelves.get(scope)?.get(key);
    if (subject !== undefined) this.touch(subject);
    return subject;
  }

  add(subject: Subject): void {
    let shelf = this.shelves.get(subject.scope);
    if (shelf === undefined) this.shelves.set(subject.scope, (shelf = new Map()));
    shelf.set(subject.key, subject);
    this.link(subject);
  }

  onKnownChanged(change: number): void {
    this.size += change;
    if (this.size > this.maxAnswers) this.evict();
  }

  /** Forgets every answer; questions under way go on. */
  clear(isForGood = false): void {
    for (let subject = this.oldest; subject !== undefined;) {
      const { newer } = subject;
      // Where nobody waits for it, it takes itself out.
      subject.forget(isForGood);
      subject = newer;
    }
  }

  /** The numbers of all names that anything is known of, or wanted. */
  namesInUse(): ReadonlySet<number> {
    const names = new Set<number>();
    for (let subject = this.oldest; subject !== undefined; subject = subject.newer) {
      subject.addNamesTo(names);
    }
    return names;
  }

  private evict(): void {
    let subject = this.oldest;
    while (subject !== undefined && this.size > this.maxAnswers) {
      const { newer } = subject;
      // The newest is the one being written to.
      if (subject === this.newest) return;
      if (isIdle(subject)) {
        this.size -= subject.knownCount;
        subject.knownCount = 0;
        this.remove(subject);
      }
      subject = newer;
    }
  }

  remove(subject: Subject): void {
    this.unlink(subject);
    const shelf = this.shelves.get(subject.scope);
    shelf?.delete(subject.key);
    if (shelf?.size === 0) this.shelves.delete(subject.scope);
  }

  private touch(subject: Subject): void {
    if (subject === this.newest) return;
    this.unlink(subject);
    this.link(subject);
  }

  private link(subject: Subject): void {
    subject.older = this.newest;
    if (this.newest !== undefined) this.newest.newer = subject;
    this.newest = subject;
    this.oldest ??= subject;
  }

  private unlink(subject: Subject): void {
    if (subject.older !== undefined) subject.older.newer = subject.newer;
    else this.oldest = subject.newer;
    if (subject.newer !== undefined) subject.newer.older = subject.older;
    else this.newest = subject.older;
    subject.older = undefined;
    subject.newer = undefined;
  }
}

function isIdle(subject: Subject): boolean {
  return subject.knownCount === subject.size;
}
