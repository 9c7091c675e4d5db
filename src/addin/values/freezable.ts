import { t } from '../../engine/language/speech';
import type { FilledFormula, FrozenCells } from '../spreadsheet/frozen-cells';
import type { CannotDo, CellInput, SheetArea } from '../spreadsheet/sheet';
import type { CellContent } from '../../engine/places/cell';
import { formulaFault } from './formula-fault';
import { formulaParts } from '../spreadsheet/formula-parts';
import type { FreezableFormula } from './formula-runs';
import { areaOf, isOverlapping } from './frozen-areas';

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
 * @param turn yields to the page.
 */
export async function findFreezable(
  cells: FrozenCells,
  within: SheetArea | undefined,
  turn: () => Promise<void>,
): Promise<Freezable | CannotDo> {
  const reading = await cells.formulas();
  if (reading.kind === 'failed') return reading;
  const left: LeftFormula[] = [];
  const wanted: (FilledFormula & FreezableFormula)[] = [];
  for (const [index, found] of reading.formulas.entries()) {
    if (index > 0 && index % FORMULAS_A_TURN === 0) await turn();
    if (within !== undefined && !isOverlapping(found, within)) continue;
    const parts = formulaParts(found.formula);
    const fault = formulaFault(found.formula) ?? (parts === undefined ? through() : undefined);
    if (parts !== undefined && fault === undefined) wanted.push({ ...found, parts });
    else left.push({ address: found.address, reason: fault ?? through() });
  }
  // One read for neighbours in a column: a workbook may have 50,000 formulas.
  const columns = columnsOf(wanted);
  const read = await cells.read(columns.map(({ area }) => area));
  if (read.kind === 'failed') return read;
  const formulas: ShownFormula[] = [];
  columns.forEach(({ area, members }, index) => {
    const { inputs = [], contents = [] } = read.blocks[index] ?? {};
    for (const found of members) {
      const own = found.row - area.row;
      const shown = {
        inputs: inputs.slice(own, own + found.rows),
        contents: contents.slice(own, own + found.rows),
      };
      const fault =
        shown.inputs[0]?.[0] === found.formula
          ? valueFault(shown.contents)
          : t('it changed while Locus was reading it');
      if (fault === undefined) formulas.push({ ...areaOf(found), parts: found.parts, ...shown });
      else left.push({ address: found.address, reason: fault });
    }
  });
  return { kind: 'freezable', formulas, left };
}

/** Few enough to hold up the page for only a few milliseconds. */
const FORMULAS_A_TURN = 500;
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

export function isSpill({ rows, columns }: Pick<SheetArea, 'rows' | 'columns'>): boolean {
  return rows * columns > 1;
}

interface FormulaColumn<Formula> {
  readonly area: SheetArea;
  readonly members: Formula[];
}

/** Formulas one below the other; one that spills is alone. */
function columnsOf<Formula extends SheetArea>(
  formulas: readonly Formula[],
): FormulaColumn<Formula>[] {
  const sorted = [...formulas].sort(
    (one, other) =>
      one.sheet.localeCompare(other.sheet) || one.column - other.column || one.row - other.row,
  );
  const columns: FormulaColumn<Formula>[] = [];
  for (const formula of sorted) {
    const last = columns.at(-1);
    const [first] = last?.members ?? [];
    const isBelow =
      last !== undefined &&
      first !== undefined &&
      last.area.sheet === formula.sheet &&
      last.area.column === formula.column &&
      last.area.row + last.area.rows === formula.row &&
      !isSpill(formula) &&
      !isSpill(first);
    if (!isBelow) columns.push({ area: areaOf(formula), members: [formula] });
    else {
      const area = { ...last.area, rows: last.area.rows + 1 };
      columns[columns.length - 1] = { area, members: last.members };
      last.members.push(formula);
    }
  }
  return columns;
}
