import { useState } from 'react';

import type { Notice } from '../../spreadsheet/notice';

/** Changes to the sheet, one at a time, each with its notice. */
export interface NoticedSteps {
  readonly notice: Notice | undefined;
  readonly isBusy: boolean;
  /** Runs a step, unless another is under way. One that had nothing to do leaves the last notice. */
  later(run: () => Promise<Notice | undefined>): void;
  /** Removes the notice. */
  dismiss(): void;
}

/** @param onTold called after each step that had something to do: the sheet may have changed. */
export function useNoticedSteps(onTold: () => void = () => undefined): NoticedSteps {
  const [notice, setNotice] = useState<Notice>();
  const [isBusy, setIsBusy] = useState(false);
  return {
    notice,
    isBusy,
    later(run) {
      if (isBusy) return;
      setIsBusy(true);
      void run().then((told) => {
        setIsBusy(false);
        if (told === undefined) return;
        setNotice(told);
        onTold();
      });
    },
    dismiss: () => setNotice(undefined),
  };
}
