import { KeySet } from './key-set';

/** What the service has rejected in this run: it would do so again, so it is not asked again. */
export class Rejections {
  private readonly rejected = new KeySet();

  /**
   * @param key as answers are stored.
   * @param names of one call; none for a score.
   */
  add(key: string, names: readonly string[]): void {
    this.rejected.add(textOf(key, names));
  }

  /** Whether that call was rejected, or one for any of its names alone. */
  has(key: string, names: readonly string[]): boolean {
    return [names, ...names.map((name) => [name])].some((each) =>
      this.rejected.has(textOf(key, each)),
    );
  }
}

function textOf(key: string, names: readonly string[]): string {
  return JSON.stringify([key, ...[...names].sort()]);
}
