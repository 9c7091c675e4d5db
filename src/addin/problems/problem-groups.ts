import { LOOK_SWAPPED } from '../../engine/places/coordinates';
import type { CellProblem, FormulaFix, ProblemCode } from '../functions/problems';
import { LOOKUP_ERROR_CODES } from '../../engine/lookup';
import { createFirstCells } from './first-cells';
import type { FirstCells } from './first-cells';
import type { ProblemGroup, ProblemView } from '../pane/parts/problem-view';

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
