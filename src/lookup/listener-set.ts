/** Who wants to be told of something. */
export class ListenerSet<News extends readonly unknown[] = []> {
  private readonly listeners = new Set<(...news: News) => void>();

  get size(): number {
    return this.listeners.size;
  }

  /** @returns the way to stop listening. */
  readonly subscribe = (listener: (...news: News) => void): (() => void) => {
    // Wrapped, so that the same listener may be there twice and leave once.
    const own = (...news: News): void => listener(...news);
    this.listeners.add(own);
    return () => void this.listeners.delete(own);
  };

  /** A listener that throws costs neither the others their news nor the caller its work. */
  readonly tell = (...news: News): void => {
    for (const listener of [...this.listeners]) {
      try {
        listener(...news);
      } catch {
        // Nobody here can mend it.
      }
    }
  };
}
