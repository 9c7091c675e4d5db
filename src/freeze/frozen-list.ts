import { anchorPrefix } from '../workbook/frozen-formulas';
import type { FrozenFormulas } from '../workbook/frozen-formulas';
import type { FrozenStore } from '../workbook/frozen-store';
import { cellName, formatArea, quotedSheet } from '../spreadsheet/cell-address';
import type { FrozenCells } from '../spreadsheet/frozen-cells';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import { toCellArea } from '../spreadsheet/sheet-region';
import type { AnchoredAreas } from './frozen-areas';
import { formulaText } from './run-placement';
import { frozenNow } from './undone-thaws';
import type { FrozenNowParts } from './undone-thaws';

/** The frozen formulas of the workbook, for a person to look at. */
export interface FrozenList {
  readonly kind: 'list';
  readonly groups: readonly FrozenGroup[];
  readonly lost: LostFormulas;
  /** Whether Undo may add to the list without Locus noticing. */
  readonly isThawKept: boolean;
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

/** Formulas for which no place was found. */
export interface LostFormulas {
  readonly ids: readonly string[];
  readonly count: number;
  /** The first of them. */
  readonly formulas: readonly LostFormula[];
}

export interface LostFormula {
  /** Where it was. */
  readonly address: string;
  /** Undefined if Locus would not type it into a cell. */
  readonly formula: string | undefined;
}

export async function listFrozen(
  store: FrozenStore,
  cells: Pick<FrozenCells, 'anchors' | 'read'>,
  turn: FrozenNowParts['turn'],
): Promise<FrozenList | CannotDo> {
  const state = await store.read();
  if (state.kind === 'failed') return state;
  const anchored = await cells.anchors(anchorPrefix());
  if (anchored.kind === 'failed') return anchored;
  const known = await frozenNow(state.formulas, anchored.areas, { cells, turn });
  if (known.kind === 'failed') return known;
  const lost = known.formulas.filter(({ isLeft }) => isLeft);
  return {
    kind: 'list',
    groups: groupsOf(
      known.formulas.filter(({ isLeft }) => !isLeft),
      anchored.areas,
    ),
    lost: {
      ids: lost.map(({ id }) => id),
      count: lost.reduce((sum, frozen) => sum + formulaCount(frozen), 0),
      formulas: firstFormulas(lost),
    },
    isThawKept: state.formulas.some(({ thawedAt }) => thawedAt !== undefined),
    isDamaged: state.isDamaged,
    isNewer: state.isNewer,
  };
}

const MOST_SHOWN = 20;

function formulaCount({ kind, valueHashes }: FrozenFormulas): number {
  return kind === 'spill' ? 1 : valueHashes.length;
}

function groupsOf(formulas: readonly FrozenFormulas[], areas: AnchoredAreas): FrozenGroup[] {
  const groups = new Map<string, FrozenFormulas[]>();
  for (const frozen of formulas) {
    const sheet = areas.get(frozen.anchor)?.sheet ?? '';
    const key = `${frozen.at},${sheet}`;
    groups.set(key, [...(groups.get(key) ?? []), frozen]);
  }
  return [...groups.values()].map((group) => {
    const blocks = blocksOf(group.flatMap(({ anchor }) => areas.get(anchor) ?? []));
    const [first] = blocks;
    return {
      ids: group.map(({ id }) => id),
      at: group[0]?.at ?? 0,
      cells: group.reduce((sum, { valueHashes }) => sum + valueHashes.length, 0),
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

/** The first formulas, as they read when they were frozen. */
function firstFormulas(lost: readonly FrozenFormulas[]): LostFormula[] {
  const formulas: LostFormula[] = [];
  for (const frozen of lost) {
    const { area, references, repeats, kind } = frozen;
    const now = { area, references: references.map((reference) => reference.area) };
    const add = (formula: number, row: number): void => {
      const text = formulaText(frozen, now, formula, row);
      const address = `${quotedSheet(area.sheet)}!${cellName(area.row + row, area.column)}`;
      formulas.push({ address, formula: text.startsWith('=') ? text : undefined });
    };
    if (kind === 'spill') add(0, 0);
    let row = 0;
    for (const [formula, count] of repeats) {
      if (formula < 0) row += count;
      else
        for (let step = 0; step < count; step += 1, row += 1) {
          if (formulas.length >= MOST_SHOWN) return formulas;
          add(formula, row);
        }
    }
  }
  return formulas.slice(0, MOST_SHOWN);
}
