import { t } from '../../engine/language/speech';
import type { CellBlock, FilledFormula, FrozenCells } from '../spreadsheet/frozen-cells';
import { formulaParts, referenceText, type FormulaPart } from '../spreadsheet/formula-parts';
import { isCalculating } from '../spreadsheet/locus-calls';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import type { CellContent } from '../../engine/places/cell';
import { coveredArea } from '../workbook/followed-formula';
import type { RowState } from '../workbook/frozen-formulas';
import { formulaFault } from './formula-fault';
import { isOverlapping } from './frozen-areas';

/** The formulas of a workbook that can become values. */
export interface Convertible {
  readonly kind: 'convertible';
  readonly blocks: readonly ConvertibleBlock[];
  readonly left: readonly LeftFormula[];
  /** Every formula of the workbook that calls Locus. */
  readonly formulas: readonly FilledFormula[];
}

/** One formula, filled down a column, or filling an area by itself. */
export interface ConvertibleBlock {
  readonly kind: 'column' | 'spill';
  /** From its first row to its last. */
  readonly area: SheetArea;
  /** As it reads in the first row. */
  readonly formula: string;
  /** What it reads, from the first row to the last. */
  readonly reads: readonly SheetArea[];
  readonly rows: readonly RowState[];
  readonly now: CellBlock;
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
 * @param taken where blocks are already: no new one reaches over a value of theirs.
 * @param turn yields to the page.
 */
export async function findConvertible(
  cells: FrozenCells,
  within: SheetArea | undefined,
  taken: readonly SheetArea[],
  turn: () => Promise<void>,
): Promise<Convertible | CannotDo> {
  const reading = await cells.formulas();
  if (reading.kind === 'failed') return reading;
  const { formulas } = reading;
  const left: LeftFormula[] = [];
  const leave = (reason: string, some: readonly FilledFormula[]): void => {
    for (const { address } of some) left.push({ address, reason });
  };
  const columns = new Map<string, WantedFormula[]>();
  for (const [index, found] of formulas.entries()) {
    if (index > 0 && index % FORMULAS_A_TURN === 0) await turn();
    if (within !== undefined && !isOverlapping(found, within)) continue;
    const parts = formulaParts(found.formula);
    const fault = formulaFault(found.formula);
    if (fault !== undefined || parts === undefined) {
      leave(fault ?? unfollowed(), [found]);
      continue;
    }
    const key = `${found.column},${found.sheet}`;
    const column = columns.get(key) ?? [];
    columns.set(key, column);
    column.push({ ...found, parts, relative: relative(parts, found.row) });
  }
  const wanted: WantedBlock[] = [];
  for (const column of columns.values()) {
    const runs = runsOf(column, taken);
    if (runs.length > MOST_RUNS) {
      leave(t('its column has more than {most} different formulas', { most: MOST_RUNS }), column);
      continue;
    }
    for (const run of runs) {
      const block = blockOf(run);
      if (block === undefined) leave(unfollowed(), run);
      else wanted.push(block);
    }
  }
  // One read for a whole block: a workbook may have 50,000 formulas.
  const read = await cells.read(wanted.map(({ area }) => area));
  if (read.kind === 'failed') return read;
  const blocks = wanted.flatMap(({ run, ...block }, index) => {
    const now = read.blocks[index] ?? { area: block.area, inputs: [], contents: [] };
    const isSpill = block.kind === 'spill';
    const rows = new Array<RowState>(isSpill ? 1 : block.area.rows).fill('none');
    for (const formula of run) {
      const at = formula.row - block.area.row;
      const isSame = now.inputs[at]?.[0] === formula.formula;
      const shown = isSpill ? now.contents : now.contents.slice(at, at + 1);
      const fault = isSame ? valueFault(shown) : t('it changed while Locus was reading it');
      if (fault === undefined) rows[at] = 'value';
      else leave(fault, [formula]);
    }
    return rows.includes('value') ? [{ ...block, rows, now }] : [];
  });
  return { kind: 'convertible', blocks, left, formulas };
}

/** Few enough to hold up the page for only a few milliseconds. */
const FORMULAS_A_TURN = 500;
/** Each has a name and a few requests of its own. */
const MOST_RUNS = 200;
/** A few rows between two formulas hold something else, say, and stay as they are. */
const MOST_BETWEEN = 3;

const unfollowed = (): string =>
  t('it refers to several sheets, another workbook or a trimmed range');

interface WantedFormula extends FilledFormula {
  readonly parts: readonly FormulaPart[];
  readonly relative: string;
}

interface WantedBlock extends Omit<ConvertibleBlock, 'rows' | 'now'> {
  readonly run: readonly WantedFormula[];
}

/** With its references as distances: equal in all cells of a column that was filled down. */
function relative(parts: readonly FormulaPart[], row: number): string {
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    const [start, end] = [part.start, part.end].map((corner) =>
      corner.isRowFixed || part.form === 'columns' ? corner : { ...corner, row: corner.row - row },
    );
    return referenceText({ ...part, start: start ?? part.start, end: end ?? part.end });
  });
  return texts.join('');
}

/**
 * The runs of one formula in a column: `=LOCATTR($B2,$C2,E$1)` in E2 and `=LOCATTR($B3,$C3,E$1)` in
 * E3 are the same.
 */
function runsOf(column: readonly WantedFormula[], taken: readonly SheetArea[]): WantedFormula[][] {
  const runs: WantedFormula[][] = [];
  for (const formula of [...column].sort((one, other) => one.row - other.row)) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const between = last === undefined ? 0 : formula.row - last.row - 1;
    const gap = { ...formula, row: formula.row - between, rows: between };
    const isNext =
      last?.relative === formula.relative &&
      between <= MOST_BETWEEN &&
      !isSpill(last) &&
      !isSpill(formula) &&
      !(between > 0 && taken.some((area) => isOverlapping(area, gap)));
    if (isNext) run?.push(formula);
    else runs.push([formula]);
  }
  return runs;
}

function isSpill({ rows, columns }: Pick<SheetArea, 'rows' | 'columns'>): boolean {
  return rows * columns > 1;
}

/** Undefined if what it reads in some row is beyond the sheet, or upside down. */
function blockOf(run: readonly WantedFormula[]): WantedBlock | undefined {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const { sheet, row, column, rows, columns, formula, parts } = first;
  const kind = isSpill(first) ? 'spill' : 'column';
  const filled = { sheet, row, column, columns: 1, rows: last.row - row + 1 };
  const area = kind === 'spill' ? { ...filled, rows, columns } : filled;
  const reads: SheetArea[] = [];
  for (const part of parts) {
    const covered = typeof part === 'string' ? area : coveredArea(part, filled);
    if (covered === undefined) return undefined;
    if (typeof part !== 'string') reads.push(covered);
  }
  return { kind, area, formula, reads, run };
}

function valueFault(contents: readonly (readonly CellContent[])[]): string | undefined {
  const errors = contents
    .flat()
    .map((content) =>
      typeof content === 'object' && content !== null ? content.error : undefined,
    );
  if (errors.some((error) => error !== undefined && isCalculating(error)))
    return t('it’s still calculating');
  return errors.every((error) => error !== undefined) ? t('it shows an error') : undefined;
}
