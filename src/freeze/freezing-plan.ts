import { t } from '../language/speech';
import { FROZEN_LIMITS } from '../workbook/frozen-formulas';
import type { FrozenFormulas, FrozenReference } from '../workbook/frozen-formulas';
import { fitsPart } from '../workbook/frozen-part';
import { textAsInput } from '../spreadsheet/block-writing';
import type { Anchor, CellExchange, FrozenCells, NewContent } from '../spreadsheet/frozen-cells';
import type { CannotDo, CellInput, SheetArea } from '../spreadsheet/sheet';
import type { CellContent } from '../places/cell';
import { cellHash, jointHash } from './cell-hash';
import { areaOf, isSpill } from './freezable';
import type { ShownFormula } from './freezable';
import { formulaRuns, isRigid, rowHashKinds, spillRun } from './formula-runs';
import type { FormulaRun } from './formula-runs';
import { hashedAreas, runRowHash, NO_REACH, readCells } from './row-hashes';
import type { HashedRun, ReadCells } from './row-hashes';

/** The formulas to keep, and the cells that become values once they are kept. */
export interface PlannedFreezing {
  readonly kind: 'planned';
  readonly freezings: readonly Freezing[];
  readonly anchors: readonly Anchor[];
}

export interface Freezing {
  readonly frozen: FrozenFormulas;
  readonly exchange: CellExchange;
}

export interface PlanParts {
  readonly cells: Pick<FrozenCells, 'read'>;
  readonly at: number;
  /** An id for this act of freezing, in letters and digits. */
  readonly act: string;
  /** The prefix of all hidden names of this act. */
  readonly prefix: string;
  isFrozen(sheet: string, row: number, column: number): boolean;
  /** Yields to the page between two pieces of work. */
  turn(): Promise<void>;
}

/** Planning changes nothing. */
export async function planFreezing(
  formulas: readonly ShownFormula[],
  parts: PlanParts,
): Promise<PlannedFreezing | CannotDo> {
  const shown = new Map(formulas.map((formula) => [keyOf(formula), formula]));
  const singles = formulas.filter((formula) => !isSpill(formula));
  const spills = formulas.filter(isSpill);
  // Formulas that are all different take much space: then try fewer rows in each run.
  for (const mostRows of [undefined, ...FEWER_ROWS]) {
    const runs = formulaRuns(singles, mostRows);
    const hashed = runs.map(toHashed);
    const holed = hashed.flatMap(({ area }, index) =>
      runs[index]?.byRow.includes(-1) === true ? [area] : [],
    );
    const read = await readCells(parts.cells, [...holed, ...hashed.flatMap(hashedAreas)]);
    if (read.kind === 'failed') return read;
    const names = createNames(parts.prefix);
    let count = 0;
    const id = (): string => `${parts.act}-${(count += 1)}`;
    const freezings: Freezing[] = [];
    for (const run of runs) {
      const runParts = { ...parts, id: id(), names, shown, read: read.cells };
      freezings.push(await runFreezing(run, toHashed(run), runParts));
    }
    for (const spill of spills) {
      await parts.turn();
      const freezing = spillFreezing(spill, { ...parts, id: id(), names });
      if (freezing !== undefined) freezings.push(freezing);
    }
    const anchors = names.all();
    if (anchors.length > FROZEN_LIMITS.anchors) return TOO_MANY;
    if (freezings.every(({ frozen }) => canBeKept(frozen))) {
      return { kind: 'planned', freezings, anchors };
    }
  }
  return TOO_MANY;
}

/** Few enough to hold up the page for only a few milliseconds. */
const ROWS_A_TURN = 500;
const FEWER_ROWS = [5_000, 500, 50];
const TOO_MANY: CannotDo = {
  kind: 'failed',
  get message() {
    return t('That’s more formulas than a workbook can keep. Select fewer cells and try again.');
  },
};

function canBeKept(frozen: FrozenFormulas): boolean {
  return frozen.references.length <= FROZEN_LIMITS.references && fitsPart(frozen);
}

interface Names {
  of(area: SheetArea): string;
  all(): Anchor[];
}

/** One name for an area, however many formulas read it. */
function createNames(prefix: string): Names {
  const anchors = new Map<string, Anchor>();
  return {
    of(area) {
      const { sheet, row, column, rows, columns } = area;
      const key = `${row},${column},${rows},${columns},${sheet.toLowerCase()}`;
      const known = anchors.get(key);
      if (known !== undefined) return known.name;
      const name = `${prefix}${anchors.size + 1}`;
      anchors.set(key, { name, area: areaOf(area) });
      return name;
    },
    all: () => [...anchors.values()],
  };
}

function toHashed(run: FormulaRun): HashedRun {
  const { sheet, row, column, rows, references } = run;
  const area = { sheet, row, column, rows, columns: 1 };
  return {
    area,
    references: references.map((reference) => ({ reference, now: reference.area })),
    kinds: rowHashKinds(run, area),
    reach: NO_REACH,
  };
}

interface RunParts extends PlanParts {
  readonly id: string;
  readonly names: Names;
  readonly shown: ReadonlyMap<string, ShownFormula>;
  readonly read: ReadCells;
}

async function runFreezing(
  run: FormulaRun,
  hashed: HashedRun,
  { id, at, names, shown, read, isFrozen, turn }: RunParts,
): Promise<Freezing> {
  const { sheet, row, column, rows, formulas, byRow } = run;
  const area = { sheet, row, column, rows, columns: 1 };
  const values: number[] = [];
  const rowHashes: number[] = [];
  const repeats: [number, number][] = [];
  const inputs: CellInput[][] = [];
  const contents: CellContent[][] = [];
  const to: NewContent[][] = [];
  const others: number[] = [];
  const strangers = read.block(area);
  for (const [index, formula] of byRow.entries()) {
    if (index % ROWS_A_TURN === 0) await turn();
    const repeat = repeats.at(-1);
    if (repeat !== undefined && repeat[0] === formula) repeat[1] += 1;
    else repeats.push([formula, 1]);
    const cell = shown.get(keyOf({ sheet, row: row + index, column }));
    const content = cell?.contents[0]?.[0] ?? null;
    inputs.push([cell?.inputs[0]?.[0] ?? '']);
    contents.push([content]);
    to.push([formula < 0 ? null : toNewContent(content)]);
    if (formula < 0) {
      const stranger = cellHash(strangers?.contents[index]?.[0] ?? null);
      others.push(jointHash(stranger, runRowHash(hashed, 'loose', index, read, isFrozen)));
      continue;
    }
    const kind = isRigid(run, area, formula) ? 'rigid' : 'loose';
    values.push(cellHash(content));
    rowHashes.push(runRowHash(hashed, kind, index, read, isFrozen));
  }
  return {
    frozen: {
      id,
      at,
      kind: 'column',
      area,
      anchor: names.of(area),
      origin: undefined,
      references: withNames(run, names),
      formulas,
      repeats,
      valueHashes: Uint32Array.from(values),
      rowHashes: Uint32Array.from(rowHashes),
      otherHashes: Uint32Array.from(others),
      isLeft: false,
    },
    exchange: { area, from: { inputs, contents }, to, isAllOrNone: false },
  };
}

function spillFreezing(
  spill: ShownFormula,
  { id, at, names }: Pick<RunParts, 'id' | 'at' | 'names'>,
): Freezing | undefined {
  const run = spillRun(spill);
  if (run === undefined) return undefined;
  const area = areaOf(spill);
  return {
    frozen: {
      id,
      at,
      kind: 'spill',
      area,
      anchor: names.of(area),
      origin: names.of({ ...area, rows: 1, columns: 1 }),
      references: withNames(run, names),
      formulas: run.formulas,
      repeats: [],
      valueHashes: Uint32Array.from(spill.contents.flat().map(cellHash)),
      rowHashes: new Uint32Array(0),
      otherHashes: new Uint32Array(0),
      isLeft: false,
    },
    exchange: {
      area,
      from: spill,
      to: spill.contents.map((line) => line.map(toNewContent)),
      isAllOrNone: true,
    },
  };
}

function withNames({ references }: FormulaRun, names: Names): FrozenReference[] {
  return references.map((reference) => ({ ...reference, anchor: names.of(reference.area) }));
}

/** Text stays text, whatever it looks like; an error stays an error. */
function toNewContent(content: CellContent): NewContent {
  if (content === null) return '';
  return typeof content === 'string' ? textAsInput(content) : content;
}

function keyOf({ sheet, row, column }: Pick<SheetArea, 'sheet' | 'row' | 'column'>): string {
  return `${row},${column},${sheet}`;
}
