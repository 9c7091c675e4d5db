/** Those who wait for a message about something, and look for themselves if none comes. */
export class Waiters {
  private readonly pending = new Map<string, Set<() => void>>();

  /** Settles when something wakes those who wait for this id, when it is ended, or after a while. */
  wait(id: string, atMostMs: number): { readonly whenOver: Promise<undefined>; end(): void } {
    let end = (): void => {};
    const whenOver = new Promise<undefined>((resolve) => {
      const waiters = this.pending.get(id) ?? new Set();
      this.pending.set(id, waiters);
      end = () => {
        clearTimeout(timer);
        waiters.delete(end);
        if (waiters.size === 0 && this.pending.get(id) === waiters) this.pending.delete(id);
        resolve(undefined);
      };
      waiters.add(end);
      const timer = setTimeout(() => end(), atMostMs);
    });
    return { whenOver, end };
  }

  wake(id: string): void {
    for (const end of this.pending.get(id) ?? []) end();
  }

  has(id: string): boolean {
    return this.pending.has(id);
  }
}
