import { useCallback, useEffect, useState } from 'react';

/** What the gateway has answered, or why it has not; and a way to ask anew. */
export interface Loaded<Value> {
  readonly value: Value | undefined;
  readonly problem: string | undefined;
  reload(): void;
  /** Does something and asks anew; a failure is shown in place of the answer. */
  act(doing: () => Promise<unknown>): Promise<void>;
}

/** @param load must be the same function until something else is to be loaded. */
export function useLoaded<Value>(load: () => Promise<Value>): Loaded<Value> {
  const [value, setValue] = useState<Value>();
  const [problem, setProblem] = useState<string>();
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
  const act = useCallback(
    async (doing: () => Promise<unknown>) => {
      try {
        await doing();
        reload();
      } catch (error) {
        setProblem(messageOf(error));
      }
    },
    [reload],
  );
  return { value, problem, reload, act };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.';
}
