import { callsFor } from './plan';

/**
 * Questions, each once however often it is added, and the calls that they take. Of a great many
 * the last are counted and not remembered: added again, they count again.
 */
export class QuestionSet {
  calls = 0;
  values = 0;
  /** Not all are remembered. */
  isOverflown = false;
  private readonly names = new Map<string, Set<string>>();
  private remembered = 0;

  add(subject: string, name: string): void {
    let names = this.names.get(subject);
    if (names?.has(name) === true) return;
    if (this.remembered >= MOST_REMEMBERED) {
      this.isOverflown = true;
      this.values += 1;
      // As if each took a call of its own, which is right where there are so many places.
      this.calls += 1;
      return;
    }
    if (names === undefined) this.names.set(subject, (names = new Set()));
    this.change(names, () => names.add(name), 1);
  }

  delete(subject: string, name: string): boolean {
    const names = this.names.get(subject);
    if (names?.has(name) !== true) return false;
    this.change(names, () => names.delete(name), -1);
    if (names.size === 0) this.names.delete(subject);
    return true;
  }

  private change(names: ReadonlySet<string>, change: () => void, by: 1 | -1): void {
    const before = names.size;
    change();
    this.calls += callsFor(names.size) - callsFor(before);
    this.values += by;
    this.remembered += by;
  }
}

const MOST_REMEMBERED = 50_000;
