import { groupBy } from '../../engine/async/groups';
import { LOOK_SWAPPED } from '../../engine/places/coordinates';
import type { CellProblem, FormulaFix, ProblemCode } from '../functions/problems';
import { LOOKUP_ERROR_CODES } from '../../engine/lookup';
import { callsToAskAgain } from '../pane/parts/price-text';
import type { ProblemGroup, ProblemView } from '../pane/parts/pane-view';
import { MAX_COLUMNS } from '../spreadsheet/cell-address';

const MAX_CELLS_SHOWN = 100;

/**
 * Groups problems for the view.
 *
 * @param isOffered whether the pane asks for approval: cells that wait for it are then no problems.
 */
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
      cells: [],
      first: createFirstCells(MAX_CELLS_SHOWN),
      fixes: new Set<FormulaFix>(),
    };
    drafts.set(code, draft);
    draft.cellCount += 1;
    draft.valueCount += count;
    draft.cells.push(problem);
    draft.first.offer(problem);
    const fix = fixOf(problem);
    if (fix !== undefined) draft.fixes.add(fix);
  }
  const groups = [...drafts].map(([code, draft]) => toGroup(code, draft));
  const asked = groups.filter(({ code }) => code !== 'rejected');
  const calls = asked.reduce((sum, group) => sum + group.calls, 0);
  return { cellCount: cells.size, calls, groups: groups.sort(byWeight) };
}

/** Returns the change to a formula that a person can have made; undefined if there is none. */
export function fixOf({ fix, message, count }: CellProblem): FormulaFix | undefined {
  const [, title, meant] = MEANT.exec(message) ?? [];
  if (meant !== undefined)
    return title === undefined ? `name:${meant}` : `name:${meant}:${title.toLowerCase()}`;
  // If the cell has several values, the others may be correct.
  return fix ?? (count === 1 && message.includes(LOOK_SWAPPED) ? 'swap' : undefined);
}

/** How cells' messages suggest a name, and quote the title in its place. */
const MEANT = /^(?:"(.*)" (?:is a title|isn't an attribute): |.*)did you mean "([a-z0-9_]+)"\?$/s;

/** There is a limit because each misspelt name has its own fix. */
const MAX_FIXES = 4;

const HELD: ReadonlySet<ProblemCode> = new Set(['held', 'over-budget']);

interface ProblemDraft {
  cellCount: number;
  valueCount: number;
  readonly cells: CellProblem[];
  readonly first: FirstCells<CellProblem>;
  readonly fixes: Set<FormulaFix>;
}

function toGroup(code: ProblemCode, draft: ProblemDraft): ProblemGroup {
  const { cellCount, valueCount, cells, first, fixes } = draft;
  const messages = groupBy(first.inOrder(), ({ message }) => message);
  return {
    code,
    cellCount,
    valueCount,
    calls: callsToAskAgain(cells),
    messages: [...messages].map(([message, some]) => ({
      message,
      addresses: some.map(({ address }) => address),
    })),
    fixes: [...fixes].slice(0, MAX_FIXES),
  };
}

const ORDER: readonly ProblemCode[] = [...LOOKUP_ERROR_CODES, 'not-shown'];

function byWeight(left: ProblemGroup, right: ProblemGroup): number {
  return right.cellCount - left.cellCount || ORDER.indexOf(left.code) - ORDER.indexOf(right.code);
}

/** The first of many cells in reading order: sheet by sheet, row by row, from left to right. */
interface FirstCells<Cell> {
  /** Keeps the cell if it is among the first so far. */
  offer(cell: Cell): void;
  inOrder(): readonly Cell[];
}

interface Placed<Cell> {
  readonly cell: Cell;
  readonly place: number;
}

/** "Sheet10" comes after "Sheet9". */
const sheetNames = new Intl.Collator(undefined, { numeric: true });

/** Sorting a hundred thousand cells to show a hundred of them would hold the page up. */
function createFirstCells<Cell extends { readonly address: string }>(
  most: number,
): FirstCells<Cell> {
  const sheets = new Map<string, Placed<Cell>[]>();
  return {
    offer(cell) {
      const end = cell.address.lastIndexOf('!');
      const sheet = cell.address.slice(0, Math.max(0, end));
      const first = sheets.get(sheet) ?? [];
      sheets.set(sheet, first);
      const place = placeAfter(cell.address, end + 1);
      if (first.length === most) {
        if (place >= (first.at(-1)?.place ?? Infinity)) return;
        first.pop();
      }
      let at = first.length;
      while (at > 0 && place < (first[at - 1]?.place ?? 0)) at -= 1;
      first.splice(at, 0, { cell, place });
    },
    inOrder: () =>
      [...sheets]
        .sort(([one], [other]) => sheetNames.compare(unquoted(one), unquoted(other)))
        .flatMap(([, first]) => first.map(({ cell }) => cell))
        .slice(0, most),
  };
}

const [A, Z, ZERO, NINE] = [65, 90, 48, 57];

/**
 * The row and column at the end of an address as one number; Infinity if they are no cell. Parsed
 * by hand: for a hundred thousand addresses, regular expressions take ten times as long.
 */
function placeAfter(address: string, start: number): number {
  let [row, column] = [0, 0];
  for (let at = start; at < address.length; at += 1) {
    const code = address.charCodeAt(at);
    if (code >= A && code <= Z && row === 0) column = column * 26 + code - A + 1;
    else if (code >= ZERO && code <= NINE && column > 0) row = row * 10 + code - ZERO;
    else return Infinity;
  }
  return row > 0 ? row * (MAX_COLUMNS + 1) + column : Infinity;
}

/** A sheet name with a space is in quotes, which must not affect the order. */
function unquoted(sheet: string): string {
  return sheet.replace(/^'/, '');
}
