import type { CellProblem } from '../../functions/problems';
import { LOOKUP_ERROR_CODES, type LookupErrorCode } from '../../lookup';

/** The problems of the workbook as the pane shows them: few enough to draw, whatever their number. */
export interface ProblemView {
  readonly cellCount: number;
  /** The codes with the most cells first. */
  readonly groups: readonly ProblemGroup[];
}

export interface ProblemGroup {
  readonly code: LookupErrorCode;
  readonly cellCount: number;
  /** Values that are missing; more than the cells where a formula fills several. */
  readonly valueCount: number;
  /** Cells with the same message together, at most {@link MAX_CELLS_SHOWN} cells in all. */
  readonly messages: readonly ProblemMessage[];
  /** Cells of the group that are not among the messages. */
  readonly hiddenCount: number;
}

export interface ProblemMessage {
  readonly message: string;
  readonly addresses: readonly string[];
}

const MAX_CELLS_SHOWN = 100;

/** Walks the list once; 10,000 problems take a few milliseconds. */
export function groupProblems(problems: readonly CellProblem[]): ProblemView {
  const drafts = new Map<LookupErrorCode, ProblemDraft>();
  const cells = new Set<string>();
  for (const { address, code, message, count } of problems) {
    cells.add(address);
    const draft = drafts.get(code) ?? {
      cellCount: 0,
      valueCount: 0,
      shown: 0,
      messages: new Map(),
    };
    drafts.set(code, draft);
    draft.cellCount += 1;
    draft.valueCount += count;
    if (draft.shown === MAX_CELLS_SHOWN) continue;
    draft.shown += 1;
    const addresses = draft.messages.get(message);
    if (addresses === undefined) draft.messages.set(message, [address]);
    else addresses.push(address);
  }
  const groups = [...drafts].map(([code, draft]) => toGroup(code, draft));
  return { cellCount: cells.size, groups: groups.sort(byWeight) };
}

interface ProblemDraft {
  cellCount: number;
  valueCount: number;
  shown: number;
  readonly messages: Map<string, string[]>;
}

function toGroup(code: LookupErrorCode, draft: ProblemDraft): ProblemGroup {
  return {
    code,
    cellCount: draft.cellCount,
    valueCount: draft.valueCount,
    messages: [...draft.messages].map(([message, addresses]) => ({ message, addresses })),
    hiddenCount: draft.cellCount - draft.shown,
  };
}

function byWeight(left: ProblemGroup, right: ProblemGroup): number {
  return (
    right.cellCount - left.cellCount ||
    LOOKUP_ERROR_CODES.indexOf(left.code) - LOOKUP_ERROR_CODES.indexOf(right.code)
  );
}
