interface Waiting {
  readonly owner: object;
  readonly grant: () => void;
}

/** Exclusive locks of several windows, granted in order. A dead window's locks are released. */
export class FakeLocks {
  private readonly holders = new Map<string, object>();
  private readonly waiting = new Map<string, Waiting[]>();

  of(owner: object): LockManager {
    const request = async (
      name: string,
      options: LockOptions,
      run: (lock: Lock | null) => Promise<unknown>,
    ): Promise<unknown> => {
      if (this.holders.has(name)) {
        if (options.ifAvailable === true) return run(null);
        await this.turn(name, owner, options.signal);
      }
      this.holders.set(name, owner);
      try {
        return await run({ name, mode: 'exclusive' });
      } finally {
        if (this.holders.get(name) === owner) this.pass(name);
      }
    };
    return { request } as unknown as LockManager;
  }

  /** What a dead window held goes to the next one. */
  release(owner: object): void {
    for (const [name, waiting] of this.waiting) {
      this.waiting.set(
        name,
        waiting.filter((one) => one.owner !== owner),
      );
    }
    for (const [name, holder] of [...this.holders]) if (holder === owner) this.pass(name);
  }

  private turn(name: string, owner: object, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((grant, refuse) => {
      const one: Waiting = { owner, grant };
      this.waiting.set(name, [...(this.waiting.get(name) ?? []), one]);
      signal?.addEventListener('abort', () => {
        const still = this.waiting.get(name) ?? [];
        if (!still.includes(one)) return;
        this.waiting.set(
          name,
          still.filter((other) => other !== one),
        );
        refuse(new DOMException('The request was aborted.', 'AbortError'));
      });
    });
  }

  private pass(name: string): void {
    const [next, ...rest] = this.waiting.get(name) ?? [];
    this.waiting.set(name, rest);
    if (next === undefined) {
      this.holders.delete(name);
      return;
    }
    this.holders.set(name, next.owner);
    next.grant();
  }
}
