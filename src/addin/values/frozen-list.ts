import { anchorPrefix, formulaCount, frozenCount } from '../workbook/frozen-formulas';
import type { FrozenFormulas } from '../workbook/frozen-formulas';
import type { FrozenStore } from '../workbook/frozen-store';
import { formatArea } from '../spreadsheet/cell-address';
import type { FrozenCells } from '../spreadsheet/frozen-cells';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import { toCellArea } from '../spreadsheet/sheet-region';
import { followedFormula, referencesNow } from './followed-reference';
import { formulaFault } from './formula-fault';
import { placeOf } from './frozen-areas';
import type { AnchoredAreas } from './frozen-areas';

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
  readonly ids: readonly string[];
  readonly at: number;
  readonly cells: number;
  /** Where its first area is now: `Stores!E2:H501`; undefined if its cells are gone. */
  readonly address: string | undefined;
  /** How many other areas there are. */
  readonly further: number;
}

/** Formulas whose cells kept their values when a person restored them. */
export interface LostFormulas {
  readonly ids: readonly string[];
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

export async function listFrozen(
  store: FrozenStore,
  cells: Pick<FrozenCells, 'anchors'>,
): Promise<FrozenList | CannotDo> {
  const state = await store.read();
  if (state.kind === 'failed') return state;
  const anchored = await cells.anchors(anchorPrefix());
  if (anchored.kind === 'failed') return anchored;
  const lost = state.formulas.filter(({ isLeft }) => isLeft);
  return {
    kind: 'list',
    groups: groupsOf(
      state.formulas.filter(({ isLeft }) => !isLeft),
      anchored.areas,
    ),
    lost: {
      ids: lost.map(({ id }) => id),
      count: lost.reduce((sum, frozen) => sum + formulaCount(frozen), 0),
      formulas: firstFormulas(lost, anchored.areas),
    },
    isDamaged: state.isDamaged,
    isNewer: state.isNewer,
  };
}

const MOST_SHOWN = 20;

function groupsOf(formulas: readonly FrozenFormulas[], areas: AnchoredAreas): FrozenGroup[] {
  const groups = new Map<string, FrozenFormulas[]>();
  for (const frozen of formulas) {
    const sheet = areas.get(frozen.anchor)?.sheet ?? '';
    const key = `${frozen.at},${sheet}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [frozen]);
    else group.push(frozen);
  }
  return [...groups.values()].map((group) => {
    const blocks = blocksOf(group.flatMap(({ anchor }) => areas.get(anchor) ?? []));
    const [first] = blocks;
    return {
      ids: group.map(({ id }) => id),
      at: group[0]?.at ?? 0,
      cells: group.reduce((sum, frozen) => sum + frozenCount(frozen), 0),
      address: first && formatArea(toCellArea(first)),
      further: Math.max(0, blocks.length - 1),
    };
  });
}

/** Joins adjacent columns that begin and end in the same rows into blocks. */
function blocksOf(areas: readonly SheetArea[]): SheetArea[] {
  const sorted = [...areas].sort(
    (one, other) => one.row - other.row || one.rows - other.rows || one.column - other.column,
  );
  const blocks: SheetArea[] = [];
  for (const area of sorted) {
    const last = blocks.at(-1);
    const isBeside =
      last !== undefined &&
      last.row === area.row &&
      last.rows === area.rows &&
      last.column + last.columns === area.column;
    if (last !== undefined && isBeside) {
      blocks[blocks.length - 1] = { ...last, columns: last.columns + area.columns };
    } else blocks.push(area);
  }
  return blocks;
}

/** The first formulas as they read in their cells now; where those are gone, as they were. */
function firstFormulas(lost: readonly FrozenFormulas[], areas: AnchoredAreas): LostFormula[] {
  const formulas: LostFormula[] = [];
  for (const frozen of lost) {
    const place = placeOf(frozen, areas);
    const isGone =
      place === undefined || (frozen.kind === 'column' && place.rows !== frozen.area.rows);
    const area = isGone ? frozen.area : place;
    const before = frozen.references.map((reference) => reference.area);
    const now = isGone ? before : referencesNow(frozen, area, areas);
    const references = now.map((reference, index) => reference ?? before[index]);
    let row = 0;
    for (const [formula, count] of frozen.kind === 'spill' ? [[0, 1] as const] : frozen.repeats) {
      const end = row + count;
      for (; formula >= 0 && row < end; row += 1) {
        if (formulas.length >= MOST_SHOWN) return formulas;
        const rows = frozen.kind === 'spill' ? 1 : area.rows;
        const text = followedFormula(frozen, references, formula, { ...area, rows, index: row });
        const cell = { ...area, row: area.row + row, rows: 1, columns: 1 };
        const isPermitted = text !== undefined && formulaFault(text) === undefined;
        formulas.push({
          address: formatArea(toCellArea(cell)),
          isGone,
          formula: isPermitted ? text : undefined,
        });
      }
      row = end;
    }
  }
  return formulas;
}
