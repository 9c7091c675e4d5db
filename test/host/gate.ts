/** Holds back a service's replies until it is opened. */
export interface Gate {
  close(): void;
  open(): void;
  /** Settles at once while it is open. */
  pass(): Promise<void>;
  /** Settles when so many wait before it. */
  whenWaiting(count: number): Promise<void>;
}

export function createGate(): Gate {
  const waiting: (() => void)[] = [];
  let isOpen = true;
  let awaited: { readonly count: number; readonly resolve: () => void } | undefined;
  return {
    close: () => void (isOpen = false),
    open() {
      isOpen = true;
      for (const pass of waiting.splice(0)) pass();
    },
    pass() {
      if (isOpen) return Promise.resolve();
      return new Promise((pass) => {
        waiting.push(pass);
        if (awaited !== undefined && waiting.length >= awaited.count) awaited.resolve();
      });
    },
    whenWaiting(count) {
      if (waiting.length >= count) return Promise.resolve();
      return new Promise((resolve) => (awaited = { count, resolve }));
    },
  };
}
