import { LOOK_SWAPPED } from '../../places/coordinates';
import type { CellProblem, FormulaFix, ProblemCode } from '../../functions/problems';
import { LOOKUP_ERROR_CODES } from '../../lookup';
import { createFirstCells } from './first-cells';
import type { FirstCells } from './first-cells';

/** The workbook's problems as the pane shows them: few enough to draw, however many there are. */
export interface ProblemView {
  readonly cellCount: number;
  /** The codes with the most cells first. */
  readonly groups: readonly ProblemGroup[];
}

export interface ProblemGroup {
  readonly code: ProblemCode;
  readonly cellCount: number;
  /** Missing values; more than the cells if a formula fills several. */
  readonly valueCount: number;
  /** The first {@link MAX_CELLS_SHOWN} cells in order, those with the same message together. */
  readonly messages: readonly ProblemMessage[];
  /** Cells of the group that are not among the messages. */
  readonly hiddenCount: number;
  /** Fixes for some of the formulas. */
  readonly fixes: readonly FormulaFix[];
}

export interface ProblemMessage {
  readonly message: string;
  readonly addresses: readonly string[];
}

const MAX_CELLS_SHOWN = 100;

/** @param isOffered whether the pane asks for approval: cells that wait for it are no problems. */
export function groupProblems(problems: readonly CellProblem[], isOffered: boolean): ProblemView {
  const drafts = new Map<ProblemCode, ProblemDraft>();
  const cells = new Set<string>();
  for (const problem of problems) {
    const { address, code, count } = problem;
    if (code === 'previewing' || (isOffered && HELD.has(code))) continue;
    cells.add(address);
    const draft = drafts.get(code) ?? {
      cellCount: 0,
      valueCount: 0,
      first: createFirstCells(MAX_CELLS_SHOWN),
      fixes: new Set<FormulaFix>(),
    };
    drafts.set(code, draft);
    draft.cellCount += 1;
    draft.valueCount += count;
    draft.first.offer(problem);
    const fix = fixOf(problem);
    if (fix !== undefined) draft.fixes.add(fix);
  }
  const groups = [...drafts].map(([code, draft]) => toGroup(code, draft));
  return { cellCount: cells.size, groups: groups.sort(byWeight) };
}

/** The fix that a person can have made to the formula. */
export function fixOf({ fix, message, count }: CellProblem): FormulaFix | undefined {
  const meant = MEANT.exec(message)?.[1];
  if (meant !== undefined) return `name:${meant}`;
  // With several values, the others may be right.
  return fix ?? (count === 1 && message.includes(LOOK_SWAPPED) ? 'swap' : undefined);
}

/** How the messages of cells suggest a name. */
const MEANT = /did you mean "([a-z0-9_]+)"\?$/;

/** A limit, because each misspelt name has a fix of its own. */
const MAX_FIXES = 4;

const HELD: ReadonlySet<ProblemCode> = new Set(['held', 'over-budget']);

interface ProblemDraft {
  cellCount: number;
  valueCount: number;
  readonly first: FirstCells<CellProblem>;
  readonly fixes: Set<FormulaFix>;
}

function toGroup(code: ProblemCode, draft: ProblemDraft): ProblemGroup {
  const { cellCount, valueCount, first, fixes } = draft;
  const shown = first.inOrder();
  const messages = new Map<string, string[]>();
  for (const { message, address } of shown) {
    const addresses = messages.get(message);
    if (addresses === undefined) messages.set(message, [address]);
    else addresses.push(address);
  }
  return {
    code,
    cellCount,
    valueCount,
    messages: [...messages].map(([message, addresses]) => ({ message, addresses })),
    hiddenCount: cellCount - shown.length,
    fixes: [...fixes].slice(0, MAX_FIXES),
  };
}

const ORDER: readonly ProblemCode[] = [...LOOKUP_ERROR_CODES, 'not-shown'];

function byWeight(left: ProblemGroup, right: ProblemGroup): number {
  return right.cellCount - left.cellCount || ORDER.indexOf(left.code) - ORDER.indexOf(right.code);
}
