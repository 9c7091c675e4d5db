import { t } from '../language/speech';
import type { FilledFormula, FrozenCells } from '../spreadsheet/frozen-cells';
import type { CannotDo, CellInput, SheetArea } from '../spreadsheet/sheet';
import type { CellContent } from '../places/cell';
import { formulaFault } from './formula-fault';
import { formulaParts } from '../spreadsheet/formula-parts';
import { formulaRuns } from './formula-runs';
import type { FreezableFormula } from './formula-runs';
import { isOverlapping } from './frozen-areas';
import { readCells } from './row-hashes';

/** Formulas that can become values, with what they show. */
export interface Freezable {
  readonly kind: 'freezable';
  readonly formulas: readonly ShownFormula[];
  readonly left: readonly LeftFormula[];
}

export interface ShownFormula extends FreezableFormula {
  /** All the cells that it fills: what was entered in them, and what they show. */
  readonly inputs: readonly (readonly CellInput[])[];
  readonly contents: readonly (readonly CellContent[])[];
}

/** A formula that stays a formula. */
export interface LeftFormula {
  readonly address: string;
  /** Ends a sentence: "stays a formula, since …". */
  readonly reason: string;
}

/**
 * Finds the formulas that freezing would turn into values. A formula that shows an error has no
 * value to leave, and one that is still calculating has none yet: both stay.
 *
 * @param within undefined for the whole workbook.
 */
export async function findFreezable(
  cells: FrozenCells,
  within: SheetArea | undefined,
): Promise<Freezable | CannotDo> {
  const reading = await cells.formulas();
  if (reading.kind === 'failed') return reading;
  const left: LeftFormula[] = [];
  const wanted: { readonly found: FilledFormula; readonly formula: FreezableFormula }[] = [];
  for (const found of reading.formulas) {
    if (within !== undefined && !isOverlapping(found, within)) continue;
    const parts = formulaParts(found.formula);
    const fault = formulaFault(found.formula) ?? (parts === undefined ? through() : undefined);
    if (fault !== undefined || parts === undefined) {
      left.push({ address: found.address, reason: fault ?? through() });
      continue;
    }
    const { sheet, row, column, rows, columns } = found;
    wanted.push({ found, formula: { sheet, row, column, rows, columns, parts } });
  }
  const shown = await readShown(
    cells,
    wanted.map(({ formula }) => formula),
  );
  if (shown.kind === 'failed') return shown;
  const formulas = wanted.flatMap(({ found, formula }) => {
    const { inputs, contents } = shown.of(formula);
    const fault =
      inputs[0]?.[0] === found.formula
        ? valueFault(contents)
        : t('it changed while Locus was reading it');
    if (fault === undefined) return [{ ...formula, inputs, contents }];
    left.push({ address: found.address, reason: fault });
    return [];
  });
  return { kind: 'freezable', formulas, left };
}

const through = (): string => t('it refers to several sheets, another workbook or a trimmed range');
const BUSY: ReadonlySet<string> = new Set(['#BUSY!', '#GETTING_DATA', '#CONNECT!']);

function valueFault(contents: readonly (readonly CellContent[])[]): string | undefined {
  const errors = contents
    .flat()
    .map((content) =>
      typeof content === 'object' && content !== null ? content.error : undefined,
    );
  if (errors.some((error) => error !== undefined && BUSY.has(error)))
    return t('it’s still calculating');
  return errors.every((error) => error !== undefined) ? t('it shows an error') : undefined;
}

type Shown = Pick<ShownFormula, 'inputs' | 'contents'>;

/** Reads what formulas show, by columns rather than cell by cell. */
async function readShown(
  cells: FrozenCells,
  formulas: readonly FreezableFormula[],
): Promise<{ readonly kind: 'shown'; of(formula: FreezableFormula): Shown } | CannotDo> {
  const runs = formulaRuns(formulas.filter((formula) => !isSpill(formula)));
  const areas = [
    ...runs.map(({ sheet, row, column, rows }) => ({ sheet, row, column, rows, columns: 1 })),
    ...formulas.filter(isSpill).map(areaOf),
  ];
  const read = await readCells(cells, areas);
  if (read.kind === 'failed') return read;
  const byCell = new Map<string, Shown>();
  for (const area of areas) {
    const { inputs = [], contents = [] } = read.cells.block(area) ?? {};
    if (area.columns > 1) continue;
    for (let row = 0; row < area.rows; row += 1) {
      byCell.set(keyOf({ ...area, row: area.row + row }), {
        inputs: [inputs[row] ?? []],
        contents: [contents[row] ?? []],
      });
    }
  }
  return {
    kind: 'shown',
    of(formula) {
      const shown = isSpill(formula)
        ? read.cells.block(areaOf(formula))
        : byCell.get(keyOf(formula));
      return shown ?? { inputs: [], contents: [] };
    },
  };
}

export function isSpill({ rows, columns }: FreezableFormula): boolean {
  return rows * columns > 1;
}

export function areaOf({ sheet, row, column, rows, columns }: SheetArea): SheetArea {
  return { sheet, row, column, rows, columns };
}

function keyOf({ sheet, row, column }: Pick<SheetArea, 'sheet' | 'row' | 'column'>): string {
  return `${row},${column},${sheet}`;
}
