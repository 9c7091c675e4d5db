/** Runs one task after the other, in the order in which they were added. */
type SerialQueue = <Result>(run: () => Promise<Result>) => Promise<Result>;

/** Creates a queue. A task that fails rejects for its own caller only; the next one still runs. */
export function createSerialQueue(): SerialQueue {
  let latest: Promise<unknown> = Promise.resolve();
  return (run) => {
    const result = latest.then(run);
    latest = result.catch(() => undefined);
    return result;
  };
}
