import { fingerprint } from '../fingerprint';
import { callsFor } from '../plan';

/**
 * A set of questions, and the calls that they need. Beyond 100,000, questions are counted but not
 * remembered: added again, they count again.
 */
export class QuestionSet {
  calls = 0;
  values = 0;
  /** Not all are remembered. */
  isOverflown = false;
  private readonly questions = new Set<number>();
  /** The number of questions by target. */
  private readonly counts = new Map<number, number>();

  add(target: string, name: string): void {
    const question = fingerprint(`${name}\n${target}`);
    if (this.questions.has(question)) return;
    if (this.questions.size >= MOST_REMEMBERED) {
      this.isOverflown = true;
      this.values += 1;
      // Counts each as a call of its own, which is right when there are this many places.
      this.calls += 1;
      return;
    }
    this.questions.add(question);
    this.change(target, 1);
  }

  delete(target: string, name: string): boolean {
    if (this.values === 0) return false;
    const wasThere = this.questions.delete(fingerprint(`${name}\n${target}`));
    if (wasThere) this.change(target, -1);
    return wasThere;
  }

  private change(target: string, by: 1 | -1): void {
    const key = fingerprint(target);
    const before = this.counts.get(key) ?? 0;
    const after = before + by;
    if (after > 0) this.counts.set(key, after);
    else this.counts.delete(key);
    this.calls += callsFor(after) - callsFor(before);
    this.values += by;
  }
}

const MOST_REMEMBERED = 100_000;
