import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Does something, shows a notice and loads again. A failure becomes the problem. Resolves to
 * whether it was done. While one thing is under way no other begins, so a double click sends only
 * once.
 */
export type Run = (doing: () => Promise<unknown>, notice?: string) => Promise<boolean>;

/**
 * Loads a value from the gateway. Returns the value or the problem, the notice of what was done
 * last, and a way to load again.
 *
 * @param load must stay the same function until something else is to be loaded.
 */
export function useLoaded<Value>(load: () => Promise<Value>) {
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
  const isUnderWay = useRef(false);
  const run: Run = useCallback(
    async (doing, done) => {
      if (isUnderWay.current) return false;
      isUnderWay.current = true;
      setNotice(undefined);
      try {
        await doing();
        setNotice(done);
        reload();
        return true;
      } catch (error) {
        setProblem(messageOf(error));
        return false;
      } finally {
        isUnderWay.current = false;
      }
    },
    [reload],
  );
  return { value, problem, notice, reload, run };
}

/** Returns an error's own message, for people to read. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.';
}
