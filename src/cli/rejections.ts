import { KeySet } from './key-set';

/** Calls that the service has rejected in this run; it would reject them again. */
export class Rejections {
  private readonly rejected = new KeySet();

  /**
   * @param key the key that answers are stored under.
   * @param names those of the call; none for a score.
   */
  add(key: string, names: readonly string[]): void {
    this.rejected.add(textOf(key, names));
  }

  /** Whether this call was rejected, or a call for any one of its names. */
  has(key: string, names: readonly string[]): boolean {
    return [names, ...names.map((name) => [name])].some((each) =>
      this.rejected.has(textOf(key, each)),
    );
  }
}

function textOf(key: string, names: readonly string[]): string {
  return JSON.stringify([key, ...[...names].sort()]);
}
