import { useRef, useState } from 'react';

/** What a person does in one place, a step at a time, each with its notice. */
export interface NoticedSteps {
  readonly notice: Notice | undefined;
  readonly isBusy: boolean;
  /**
   * Takes a step, unless another is under way, and resolves to its notice. A step that had nothing
   * to do leaves the last notice.
   */
  take(step: Step): Promise<Notice | undefined>;
  /** The same for a step that nobody waits for. */
  later(step: Step): void;
  /**
   * Takes a step that writes, unless the same was written last and is still there: then it is shown.
   * A button that is pressed twice does not write twice.
   *
   * @param what gives the same for what would be written again.
   */
  write(what: () => unknown, show: ((address: string) => void) | undefined, step: Step): void;
  /** Shows this instead of the last notice; undefined removes it. */
  tell(notice: Notice | undefined): void;
  /** Resolves to true if the person presses the button, to false if they do something else. */
  ask(text: string, title: string): Promise<boolean>;
  whileBusy<Result>(work: () => Promise<Result>): Promise<Result>;
}

type Step = () => Promise<Notice | undefined>;

/** @param onNoticed called after each step that had something to do: the sheet may have changed. */
export function useNoticedSteps(onNoticed: () => void = () => undefined): NoticedSteps {
  const [notice, setNotice] = useState<Notice>();
  const [isBusy, setIsBusy] = useState(false);
  /** Until the page is drawn again, a second click finds a button that looks free. */
  const taking = useRef(false);
  /** What the last notice is about, if it was written. */
  const written = useRef<unknown>(undefined);
  /** Answers the open question; whatever else a person does instead answers no. */
  const answer = useRef<(isYes: boolean) => void>(undefined);

  function tell(next: Notice | undefined): void {
    answer.current?.(false);
    setNotice(next);
  }

  async function whileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
    setIsBusy(true);
    try {
      return await work();
    } finally {
      setIsBusy(false);
    }
  }

  async function take(step: Step): Promise<Notice | undefined> {
    if (isBusy || taking.current) return undefined;
    taking.current = true;
    const noticed = await whileBusy(step).finally(() => (taking.current = false));
    if (noticed === undefined) return undefined;
    tell(noticed);
    onNoticed();
    return noticed;
  }

  return {
    notice,
    isBusy,
    take,
    later: (step) => void take(step),
    write: (what, show, step) =>
      void take(async () => {
        const wanted = await what();
        const isThere = notice?.isThere ?? notice?.action?.isThere;
        if (wanted === written.current && (await isThere?.()) === true) {
          show?.(notice?.address ?? '');
          return notice;
        }
        written.current = wanted;
        return step();
      }),
    tell,
    ask: (text, title) =>
      new Promise((resolve) => {
        const action = { title, run: () => resolve(true), isThere: undefined };
        tell({ tone: 'good', text, action, isQuestion: true });
        answer.current = resolve;
      }),
    whileBusy,
  };
}

export interface NoticeAction {
  readonly title: string;
  run(): void;
  /**
   * Whether the sheet still holds what this is about. A person may have undone it there, or deleted
   * the sheet. Undefined: it is about nothing in a sheet.
   */
  readonly isThere: (() => Promise<boolean>) | undefined;
}

/** The outcome of the last change, and what a person can do about it. */
export interface Notice {
  readonly tone: 'good' | 'bad';
  readonly text: string;
  readonly action?: NoticeAction;
  /** The cells that were written. */
  readonly address?: string;
  /** As of the action, for what has none that could undo it. */
  readonly isThere?: NoticeAction['isThere'];
  /** Nothing has been done yet: the action says yes. */
  readonly isQuestion?: boolean;
}

/** The notice of a change that was not made. */
export function bad(text: string): Notice {
  return { tone: 'bad', text };
}
