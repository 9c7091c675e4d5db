import { useEffect, useState } from 'react';

import type { WorkbookAnswers } from '../spreadsheet/workbook-answers';

export type OpenAnswers =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; retry(): void }
  | { readonly kind: 'open'; readonly answers: WorkbookAnswers };

/** Fetches the code of the workbook's answers when the card is first seen, then reads them. */
export function useOpenAnswers(open: () => Promise<WorkbookAnswers>): OpenAnswers {
  const [opened, setOpened] = useState<WorkbookAnswers | 'failed'>();
  useEffect(() => {
    if (opened !== undefined) return undefined;
    let isWanted = true;
    open().then(
      (answers) => {
        if (!isWanted) return;
        setOpened(answers);
        void answers.read();
      },
      () => isWanted && setOpened('failed'),
    );
    return () => void (isWanted = false);
  }, [open, opened]);
  if (opened === undefined) return { kind: 'opening' };
  if (opened === 'failed') return { kind: 'failed', retry: () => setOpened(undefined) };
  return { kind: 'open', answers: opened };
}
