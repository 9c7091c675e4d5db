import { useCallback, useEffect, useState } from 'react';

/** What the gateway answered, or why it did not, and a way to ask again. */
export interface Loaded<Value> {
  readonly value: Value | undefined;
  readonly problem: string | undefined;
  /** What was done last, such as `Budget saved.`. */
  readonly notice: string | undefined;
  reload(): void;
  run: Run;
}

/** Does something, says so and loads again; a failure becomes the problem. */
export type Run = (doing: () => Promise<unknown>, notice?: string) => Promise<void>;

/** @param load must stay the same function until there is something else to load. */
export function useLoaded<Value>(load: () => Promise<Value>): Loaded<Value> {
  const [value, setValue] = useState<Value>();
  const [problem, setProblem] = useState<string>();
  const [notice, setNotice] = useState<string>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (loaded) => {
        if (!isCurrent) return;
        setValue(loaded);
        setProblem(undefined);
      },
      (error: unknown) => {
        if (isCurrent) setProblem(messageOf(error));
      },
    );
    return () => void (isCurrent = false);
  }, [load, round]);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  const run = useCallback(
    async (doing: () => Promise<unknown>, done?: string) => {
      setNotice(undefined);
      try {
        await doing();
        setNotice(done);
        reload();
      } catch (error) {
        setProblem(messageOf(error));
      }
    },
    [reload],
  );
  return { value, problem, notice, reload, run };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.';
}
