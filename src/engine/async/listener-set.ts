/** The listeners for one kind of event. */
export class ListenerSet<News extends readonly unknown[] = []> {
  private readonly listeners = new Set<(...news: News) => void>();

  get size(): number {
    return this.listeners.size;
  }

  /** @returns a function that stops listening. */
  readonly subscribe = (listener: (...news: News) => void): (() => void) => {
    // Wrapped, so that a listener added twice can leave once.
    const added = (...news: News): void => listener(...news);
    this.listeners.add(added);
    return () => void this.listeners.delete(added);
  };

  /** Calls every listener. One that throws stops neither the other listeners nor the caller. */
  readonly notify = (...news: News): void => {
    for (const listener of [...this.listeners]) {
      try {
        listener(...news);
      } catch {
        // Nothing here can handle it.
      }
    }
  };
}
