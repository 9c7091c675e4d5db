import { useCallback, useEffect, useEffectEvent, useState } from 'react';

/** What came of work that is done anew whenever its inputs change. */
export interface Latest<Result> {
  /** Of the last work that went well. While the work for new inputs goes on, of the earlier ones. */
  readonly result: Result | undefined;
  /** The work for the inputs of now is over. */
  readonly isDone: boolean;
  /** It is over, and there is no result of it. */
  readonly hasFailed: boolean;
  /** Does the work once more. */
  again(): void;
  /** Shows what other work has come to. */
  show(result: Result): void;
}

interface Ended<Result> {
  readonly inputs?: readonly unknown[];
  readonly result?: Result;
  readonly hasFailed?: boolean;
}

/**
 * Does work whose result a view shows, also when a hidden view is shown again. A result comes to
 * nothing if the inputs have changed or the view has gone since its work began: a person who turns
 * from list A to list B, whose reading is quicker, does not end with A's rows under B's name.
 *
 * @param work undefined if there is nothing to do; then the earlier result stands. It may ask
 *   whether its result is still wanted.
 */
export function useLatest<Result>(
  work: (isWanted: () => boolean) => Promise<Result> | undefined,
  inputs: readonly unknown[],
): Latest<Result> {
  const [current, setCurrent] = useState(inputs);
  if (current.some((input, at) => input !== inputs[at])) setCurrent(inputs);
  const [ended, setEnded] = useState<Ended<Result>>({});
  const [times, setTimes] = useState(0);
  const begin = useEffectEvent(work);
  useEffect(() => {
    let isWanted = true;
    begin(() => isWanted)?.then(
      (result) => isWanted && setEnded({ inputs: current, result }),
      () => isWanted && setEnded((before) => ({ ...before, inputs: current, hasFailed: true })),
    );
    return () => void (isWanted = false);
  }, [current, times]);
  const again = useCallback(() => {
    setEnded((before) => (before.hasFailed === true ? {} : before));
    setTimes((before) => before + 1);
  }, []);
  const { result, hasFailed = false } = ended;
  const isDone = ended.inputs === current;
  const show = (next: Result): void => setEnded({ inputs: current, result: next });
  return { result, isDone, hasFailed: isDone && hasFailed, again, show };
}
