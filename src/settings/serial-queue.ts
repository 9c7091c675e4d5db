/** Runs one thing after the other, in the order in which they were asked for. */
export type SerialQueue = <Result>(run: () => Promise<Result>) => Promise<Result>;

/** What fails, fails for whoever asked for it alone: what stands behind it has its turn. */
export function createSerialQueue(): SerialQueue {
  let latest: Promise<unknown> = Promise.resolve();
  return (run) => {
    const own = latest.then(run);
    latest = own.catch(() => undefined);
    return own;
  };
}
