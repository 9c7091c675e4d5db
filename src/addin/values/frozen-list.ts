import { groupBy } from '../../engine/async/groups';
import {
  anchorPrefix,
  formulaCount,
  frozenCount,
  rowStates,
  type FrozenBlock,
} from '../workbook/frozen-formulas';
import type { FrozenStore } from '../workbook/frozen-store';
import { followFormula, formulaThen } from '../workbook/followed-formula';
import { cellAddress, formatArea } from '../spreadsheet/cell-address';
import type { FrozenCells } from '../spreadsheet/frozen-cells';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import { toCellArea } from '../spreadsheet/sheet-region';
import { formulaFault } from './formula-fault';
import { placeOf, undoneBlocks, type AnchoredAreas } from './frozen-areas';

/** The frozen formulas of the workbook, for a person to look at. */
export interface FrozenList {
  readonly kind: 'list';
  readonly groups: readonly FrozenGroup[];
  readonly lost: LostFormulas;
  readonly isDamaged: boolean;
  readonly isNewer: boolean;
}

/** What was frozen at one time on one sheet. */
export interface FrozenGroup {
  readonly anchors: readonly string[];
  readonly at: number;
  readonly cells: number;
  /** Where its first area is now: `Stores!E2:H501`; undefined if its cells are gone. */
  readonly address: string | undefined;
  /** How many other areas there are. */
  readonly further: number;
}

/** Formulas whose cells kept their values when a person restored them. */
export interface LostFormulas {
  readonly anchors: readonly string[];
  readonly count: number;
  /** The first of them. */
  readonly formulas: readonly LostFormula[];
}

export interface LostFormula {
  /** Where it belongs; where it was, if that is gone. */
  readonly address: string;
  readonly isGone: boolean;
  /** Undefined if Locus would not type it into a cell. */
  readonly formula: string | undefined;
}

/** Leaves out what stands as formulas again, as after an undo in the sheet. */
export async function listFrozen(
  store: FrozenStore,
  cells: FrozenCells,
): Promise<FrozenList | CannotDo> {
  const state = await store.read();
  if (state.kind === 'failed') return state;
  const anchored = await cells.anchors(anchorPrefix());
  if (anchored.kind === 'failed') return anchored;
  const { blocks, isDamaged, isNewer } = state;
  const { areas } = anchored;
  const lost = blocks.filter((block) => formulaCount(block, ['left']) > 0);
  const undone = await undoneBlocks(blocks, () => Promise.resolve(cells));
  return {
    kind: 'list',
    groups: groupsOf(
      blocks.filter((block) => formulaCount(block, ['value']) > 0 && !undone.has(block)),
      areas,
    ),
    lost: {
      anchors: lost.map(({ anchor }) => anchor),
      count: lost.reduce((sum, block) => sum + formulaCount(block, ['left']), 0),
      formulas: firstFormulas(lost, areas),
    },
    isDamaged,
    isNewer,
  };
}

/** As many as a person may want to copy. */
const MOST_LISTED = 1_000;

function groupsOf(blocks: readonly FrozenBlock[], areas: AnchoredAreas): FrozenGroup[] {
  const groups = groupBy(blocks, ({ at, anchor }) => `${at},${areas.get(anchor)?.sheet ?? ''}`);
  return [...groups.values()].map((group) => {
    const joined = joinedAreas(group.flatMap(({ anchor }) => areas.get(anchor) ?? []));
    const [first] = joined;
    return {
      anchors: group.map(({ anchor }) => anchor),
      at: group[0]?.at ?? 0,
      cells: group.reduce((sum, block) => sum + frozenCount(block, ['value']), 0),
      address: first && formatArea(toCellArea(first)),
      further: Math.max(0, joined.length - 1),
    };
  });
}

/** Joins adjacent columns that begin and end in the same rows. */
function joinedAreas(areas: readonly SheetArea[]): SheetArea[] {
  const sorted = [...areas].sort(
    (one, other) => one.row - other.row || one.rows - other.rows || one.column - other.column,
  );
  const joined: SheetArea[] = [];
  for (const area of sorted) {
    const last = joined.at(-1);
    const isBeside =
      last?.row === area.row &&
      last.rows === area.rows &&
      last.column + last.columns === area.column;
    if (isBeside) joined[joined.length - 1] = { ...last, columns: last.columns + area.columns };
    else joined.push(area);
  }
  return joined;
}

/** The first formulas as they read in their cells now; where those are gone, as they were. */
function firstFormulas(lost: readonly FrozenBlock[], areas: AnchoredAreas): LostFormula[] {
  const formulas: LostFormula[] = [];
  for (const block of lost) {
    const states = rowStates(block);
    const place = placeOf(block, areas);
    const isGone = place === undefined || (block.kind === 'column' && place.rows !== states.length);
    const area = isGone ? block.area : place;
    const followed = isGone ? undefined : followFormula(block, area, areas);
    for (const [row, state] of states.entries()) {
      if (state !== 'left') continue;
      if (formulas.length >= MOST_LISTED) return formulas;
      const text = followed?.at(row) ?? formulaThen(block, row);
      formulas.push({
        address: cellAddress(area.sheet, area.row + row, area.column),
        isGone,
        formula: formulaFault(text) === undefined ? text : undefined,
      });
    }
  }
  return formulas;
}
