import type { Batch } from './played-batch';

/** `Excel.run` with `mergeUndoGroup`, as it was reported to fail. */
export class PlayedUndoGroup {
  private formulas = 0;

  constructor(private readonly isOnTheWeb: boolean) {}

  /** The code of Excel's refusal, if it refuses the batch. */
  refuse({ Actions: actions, ObjectPaths: paths }: Batch): string | undefined {
    const isAddedName = Object.values(paths).some(
      ({ Name, ParentObjectPathId = 0 }) =>
        Name === 'Add' && paths[ParentObjectPathId]?.Name === 'Attributes',
    );
    const isRefused = actions.some(
      ({ ActionType, Name }) => ActionType === QUERY || Name === 'Delete',
    );
    for (const { Name, ArgumentInfo } of actions) {
      if (Name !== 'Formulas') continue;
      const written = (ArgumentInfo?.Arguments ?? []).flat(2);
      this.formulas += written.filter((input) => String(input).startsWith('=')).length;
    }
    const isTooMuch = this.formulas >= MOST_FORMULAS;
    return this.isOnTheWeb || isAddedName || isRefused || isTooMuch
      ? 'UndoNotSupported'
      : undefined;
  }
}

const QUERY = 2;
const MOST_FORMULAS = 1_600;
