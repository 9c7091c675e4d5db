/**
 * What the service's replies have shown about names: which it knows, and which it refuses wherever
 * they are asked.
 */
export class RefusedNames {
  private readonly proven: boolean[] = [];
  private readonly refusals = new Map<number, number>();

  /** The service answered a call with these names, with or without values. */
  accept(batch: readonly { readonly name: number }[]): void {
    for (const { name } of batch) {
      this.proven[name] = true;
      if (this.refusals.size > 0) this.refusals.delete(name);
    }
  }

  /** The service refused this name on its own, at a place where it accepts others. */
  refuse(name: number): void {
    if (!this.isProven(name)) this.refusals.set(name, (this.refusals.get(name) ?? 0) + 1);
  }

  isProven(name: number): boolean {
    return this.proven[name] === true;
  }

  /**
   * Refused at more than one place and accepted at none. Asking again on each of 10,000 rows would
   * cost calls and bring nothing.
   */
  isRefusedEverywhere(name: number): boolean {
    return this.refusals.size > 0 && (this.refusals.get(name) ?? 0) >= ENOUGH;
  }

  /** These ids are free again and may be given to other names. */
  forget(names: readonly number[]): void {
    for (const name of names) {
      this.proven[name] = false;
      this.refusals.delete(name);
    }
  }

  /** A person asked to try again. */
  reset(): void {
    this.refusals.clear();
  }
}

const ENOUGH = 2;
