import { t } from '../../engine/language/speech';
import { titleOf } from '../../engine/catalogue/name-title';
import type { CatalogueEntry } from '../../engine/catalogue/catalogue-store';
import { askedElements, askedLocations, type GridOf } from '../functions/asked-elements';
import { callAt } from '../functions/call-elements';
import { formulaProblem } from '../functions/formula-problem';
import { readGrid } from '../functions/argument-grid';
import type { CellProblem, ProblemCode } from '../functions/problems';
import type { Origin, Place, Question } from '../../engine/lookup';
import { cellName, formatArea, parseArea, type CellArea } from '../spreadsheet/cell-address';
import { formulaParts, referenceText } from '../spreadsheet/formula-parts';
import { locusCalls, type LocusCall } from '../spreadsheet/locus-calls';
import type { CannotDo, LocatedFormula } from '../spreadsheet/sheet';
import { placeArguments, positionOf, takesPlaces, type Parameter } from '../spreadsheet/signatures';
import type { CellContent } from '../../engine/places/cell';
import { agoText, valueText } from '../pane/parts/figure-text';
import { cellReading, type PanePorts } from '../pane/parts/pane-ports';
import { argumentValues } from './argument-values';
import type { InputCells, Wanted } from './error-action';

/** What one cell shows and why, for a person. */
export type CellExplanation =
  | { readonly kind: 'value'; readonly facts: readonly Fact[] }
  | {
      readonly kind: 'problems';
      readonly problems: readonly CellProblem[];
      readonly facts: readonly Fact[];
      /** What the cell asks for, as far as its formula tells. */
      readonly wanted: Wanted | undefined;
    }
  | { readonly kind: 'nothing' }
  | CannotDo;

export type Fact = readonly [term: string, text: string];

export type ExplainPorts = Pick<
  PanePorts,
  'host' | 'problems' | 'scores' | 'catalogue' | 'workbook' | 'clock' | 'preferences'
>;

/** Asks no service: it uses what is known already. */
export async function explainCell(address: string, ports: ExplainPorts): Promise<CellExplanation> {
  const cell = parseArea(address);
  if (cell === undefined) return { kind: 'nothing' };
  const { sheet } = ports.host;
  const reading = await sheet.formulas();
  const found = reading.kind === 'failed' ? undefined : callFor(cell, reading.formulas);
  const problemsHere = (at: CellArea): readonly CellProblem[] =>
    ports.problems.list().filter((problem) => isAt(problem.address, at));
  const listed = problemsHere(cell);
  if (listed.length > 0) return explainProblems(listed, cell, found, ports);
  const failing = await sheet.failing([]);
  const broken =
    failing.kind === 'failed'
      ? undefined
      : failing.formulas.find(({ address }) => isAt(address, cell));
  const problem = broken && formulaProblem(broken.formula, broken.error);
  if (problem !== undefined) return explainProblems([{ ...problem, address }], cell, found, ports);
  if (reading.kind === 'failed') return reading;
  if (found?.call === undefined) return { kind: 'nothing' };
  const { located, call } = found;
  const shown = await readOne(sheet, `${formatArea(firstCell(cell, located.sheet))}`);
  const origin = parseArea(located.address);
  const spilled = typeof shown === 'object' && origin !== undefined ? problemsHere(origin) : [];
  if (spilled.length > 0) return explainProblems(spilled, cell, found, ports);
  const asked = await readAsked(call, located.sheet, ports);
  const facts: (Fact | undefined)[] = [
    typeof shown === 'number' ? [t('Value'), valueText(shown)] : undefined,
    ...(asked.name === undefined ? [] : await meaning(asked.name, ports)),
    asked.model === undefined ? undefined : [t('Model'), asked.model],
    [t('Place'), asked.place === undefined ? SEVERAL : placeText(asked.place)],
    ...history(asked.question, ports),
    ...formulaFacts(located, cell),
  ];
  return { kind: 'value', facts: facts.filter((fact) => fact !== undefined) };
}

/** What went wrong, and what the cell asked for: “Store potential at ‘Hill Road’”. */
async function explainProblems(
  problems: readonly CellProblem[],
  cell: CellArea,
  found: FoundCall | undefined,
  ports: ExplainPorts,
): Promise<CellExplanation> {
  if (found === undefined) return { kind: 'problems', problems, facts: [], wanted: undefined };
  const { located, call } = found;
  const formula = formulaFacts(located, cell);
  if (call === undefined) return { kind: 'problems', problems, facts: formula, wanted: undefined };
  const asked = await readAsked(call, located.sheet, ports);
  const entry = asked.name === undefined ? undefined : await entryOf(asked.name, ports.catalogue);
  // A name that nobody knows may be misspelt: it is shown as it is written.
  const what = asked.model ?? (entry === undefined ? asked.name : titleOf(entry));
  const known = history(asked.question, ports);
  const isUnasked = problems.every(({ code }) => UNASKED.has(code));
  const facts: Fact[] = [
    ...(what === undefined ? [] : [[t('Asked for'), askedText(what, asked)] as const]),
    ...(isUnasked ? [[t('Cost'), t('None: nothing was asked')] as const] : known),
    ...formula,
  ];
  const wanted: Wanted = {
    isScore: positionOf(call.name, 'model') >= 0,
    isAddress: positionOf(call.name, 'address') >= 0,
    isKnown: entry !== undefined,
    cells: inputCells(call, located),
  };
  return { kind: 'problems', problems, facts, wanted };
}

/** Problems for which no call was made. */
const UNASKED: ReadonlySet<ProblemCode> = new Set([
  'invalid-argument',
  'invalid-variable',
  'no-key',
  'held',
  'over-budget',
  'previewing',
]);

function askedText(what: string, { place, written }: Asked): string {
  const where = place === undefined ? written : placeText(place);
  if (where === '') return what;
  return place?.kind === 'coordinates'
    ? t('{what} at {where}', { what, where })
    : t('{what} at ‘{where}’', { what, where });
}

function formulaFacts({ address, formula }: LocatedFormula, cell: CellArea): Fact[] {
  const isOwn = isAt(address, cell);
  return [[t('Formula'), formula], ...(isOwn ? [] : [[t('Formula in'), address] as const])];
}

function inputCells(call: LocusCall, located: LocatedFormula): InputCells {
  const argument = (parameter: Parameter): string =>
    call.args[positionOf(call.name, parameter)] ?? '';
  const [place = ''] = placeArguments(call);
  const variables = argument('custom_variables');
  const cells = cellsIn(variables, located);
  // `LOCVARS({"floor_area","format"},CHOOSE({1,2},…$E2…,…$F2…))`: as many names as cells.
  const names = [...(/^LOCVARS\((\{.*?\}|".*?")/s.exec(variables)?.[1] ?? '').matchAll(/"(.*?)"/g)];
  const isEach = names.length === cells.length;
  return {
    formula: located.address,
    place: cellsIn(place, located)[0] ?? located.address,
    date:
      argument('date') === ''
        ? undefined
        : (cellsIn(argument('date'), located)[0] ?? located.address),
    variables: new Map([
      ...(variables === '' ? [] : [['', cells[0] ?? located.address] as const]),
      ...names.flatMap(([, name = ''], index) => {
        const cell = cells[index];
        return isEach && cell !== undefined ? [[name, cell] as const] : [];
      }),
    ]),
  };
}

/** The cells that an argument reads, each once: those of the formula's own row, if there are any. */
function cellsIn(argument: string, { sheet, row }: LocatedFormula): readonly string[] {
  const areas = (formulaParts(`=${argument}`) ?? []).flatMap((part) => {
    const area = typeof part === 'string' ? undefined : parseArea(referenceText(part));
    return area === undefined ? [] : [area];
  });
  const beside = areas.filter(({ startRow, endRow }) => startRow <= row && row <= endRow);
  const cells = (beside.length > 0 ? beside : areas).map((area) =>
    formatArea({ ...area, sheet: area.sheet ?? sheet }),
  );
  return [...new Set(cells)];
}

interface FoundCall {
  readonly located: LocatedFormula;
  /** Undefined if the formula asks for nothing. */
  readonly call: LocusCall | undefined;
}

/** The formula in the cell, or the one whose results spill into it, and its call for this cell. */
function callFor(cell: CellArea, formulas: readonly LocatedFormula[]): FoundCall | undefined {
  const near = formulas.filter(({ sheet }) => sheet === cell.sheet);
  const own = near.find(({ address }) => isAt(address, cell));
  for (const located of own === undefined ? near : [own]) {
    const [down, across] = [cell.startRow - located.row, cell.startColumn - located.column];
    if (down < 0 || across < 0) continue;
    const call = locusCalls(located.formula).find(({ name }) => takesPlaces(name));
    const single = call && callAt(call, down, across);
    if (single !== undefined) return { located, call: single };
  }
  return own && { located: own, call: undefined };
}

const SEVERAL = t('Several, or calculated in the formula');

/** What a call asks for; undefined for what is not one plain value. */
interface Asked {
  readonly name: string | undefined;
  readonly model: string | undefined;
  readonly place: Place | undefined;
  /** The place as its cells say it, for one that cannot be read. */
  readonly written: string;
  readonly question: Question | undefined;
}

/** Reads the arguments by their roles, as the function does. */
async function readAsked(call: LocusCall, sheet: string, ports: ExplainPorts): Promise<Asked> {
  const reading = cellReading(ports);
  const values = await readArguments(call, sheet, ports);
  const valuesOf = (parameter: Parameter) => values[positionOf(call.name, parameter)];
  const grid: GridOf = (parameter) => readGrid(valuesOf(parameter));
  const isRead = (argument: string): boolean => values[call.args.indexOf(argument)] !== undefined;
  const hasPlace = placeArguments(call).every(isRead);
  const place = hasPlace ? askedLocations(call.name, grid, reading.pincodes).place(0) : undefined;
  const elements = call.args.every(isRead) ? askedElements(call.name, grid, reading) : undefined;
  const element = elements?.count === 1 ? elements.element(0) : undefined;
  const name = valuesOf('variables')?.[0]?.[0];
  const model = valuesOf('model')?.[0]?.[0];
  return {
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().toLowerCase() : undefined,
    model: typeof model === 'string' ? model : undefined,
    place: place?.kind === 'read' ? place.value : undefined,
    written: placeArguments(call)
      .flatMap((argument) => values[call.args.indexOf(argument)]?.flat() ?? [])
      .filter((content) => typeof content === 'number' || typeof content === 'string')
      .filter((content) => content !== '')
      .join(', '),
    question: element?.kind === 'question' ? element.question : undefined,
  };
}

/** More cells than one place and its variables have. */
const MOST_CELLS = 500;

/** What each argument holds; undefined where the spreadsheet has to calculate it. */
async function readArguments({ args }: LocusCall, sheet: string, ports: ExplainPorts) {
  const contents = new Map<string, CellContent>();
  for (const part of args.flatMap((argument) => formulaParts(`=${argument}`) ?? [])) {
    const area = typeof part === 'string' ? undefined : parseArea(referenceText(part));
    if (area !== undefined)
      await readInto(contents, { ...area, sheet: area.sheet ?? sheet }, ports.host);
  }
  const cellsAt = (reference: string) => {
    const area = parseArea(reference);
    if (area === undefined || cellCount(area) > MOST_CELLS) return undefined;
    const { startRow, startColumn, endRow, endColumn } = area;
    const rows = Array.from({ length: endRow - startRow + 1 }, (_, r) =>
      Array.from({ length: endColumn - startColumn + 1 }, (__, c) =>
        contents.get(keyOf(area.sheet ?? sheet, startRow + r, startColumn + c)),
      ),
    );
    const values = rows.map((line) => line.filter((content) => content !== undefined));
    return values.every((line) => line.length === endColumn - startColumn + 1) ? values : undefined;
  };
  return args.map((argument) => argumentValues(argument, cellsAt));
}

function cellCount({ startRow, endRow, startColumn, endColumn }: CellArea): number {
  return (endRow - startRow + 1) * (endColumn - startColumn + 1);
}

async function readInto(
  contents: Map<string, CellContent>,
  area: CellArea & { readonly sheet: string },
  { sheet }: ExplainPorts['host'],
): Promise<void> {
  const { startRow, endRow, startColumn, endColumn } = area;
  if (cellCount(area) > MOST_CELLS) return;
  const reading = await sheet.readBlock(formatArea(area));
  if (reading.kind === 'failed') return;
  for (let row = startRow; row <= endRow; row += 1) {
    for (let column = startColumn; column <= endColumn; column += 1) {
      const { block } = reading.kind === 'block' ? reading : {};
      const content = block?.values[row - block.row]?.[column - block.column] ?? null;
      contents.set(keyOf(area.sheet, row, column), content);
    }
  }
}

function keyOf(sheet: string, row: number, column: number): string {
  return `${sheet}!${cellName(row, column)}`;
}

async function meaning(name: string, { catalogue }: ExplainPorts): Promise<Fact[]> {
  const entry = await entryOf(name, catalogue);
  const title = titleOf(entry ?? { name });
  return [
    [t('Attribute'), title === name ? name : `${title} (${name})`],
    ...(entry?.description === undefined ? [] : [[t('Meaning'), entry.description] as const]),
    [t('Unit'), entry?.unit ?? t('Not given by the service')],
  ];
}

async function entryOf(
  name: string,
  catalogue: ExplainPorts['catalogue'],
): Promise<CatalogueEntry | undefined> {
  try {
    const opened = await catalogue.open();
    await opened.whenLoaded();
    return opened.entries().find((entry) => entry.name === name);
  } catch {
    return undefined;
  }
}

/** When and where an answer came from, a definite “no value” too. */
function history(question: Question | undefined, { scores, clock }: ExplainPorts): Fact[] {
  const known = question && scores.peek(question, false);
  if (known?.kind !== 'found' && known?.kind !== 'missing') return [];
  return [
    [t('Updated'), agoText(clock.now() - known.at)],
    [t('Source'), SOURCES[known.origin]],
    // An outdated value is asked for again as soon as its cell calculates.
    ...(known.kind === 'found' && known.isStale ? [] : [[t('Cost'), KNOWN] as const]),
  ];
}

const SOURCES: Readonly<Record<Origin, string>> = {
  service: t('The service, in this session'),
  gateway: t('Your team’s gateway'),
  memory: t('The service, in this session'),
  device: t('Saved on this device'),
  workbook: t('Saved in this workbook'),
};

const KNOWN = t('None: this is known. Only Renew values requests it again.');

function placeText(place: Place): string {
  if (place.kind === 'coordinates') return `${place.lat}, ${place.lng}`;
  return [place.address, place.pincode].filter((part) => part !== '').join(', ');
}

async function readOne(
  sheet: ExplainPorts['host']['sheet'],
  address: string,
): Promise<CellContent | undefined> {
  const reading = await sheet.readBlock(address);
  return reading.kind === 'block' ? (reading.block.values[0]?.[0] ?? undefined) : undefined;
}

function firstCell({ startRow, startColumn }: CellArea, sheet: string): CellArea {
  return { sheet, startRow, startColumn, endRow: startRow, endColumn: startColumn };
}

/** Compares parsed addresses, because each host writes them its own way. */
function isAt(address: string, { sheet, startRow, startColumn }: CellArea): boolean {
  const area = parseArea(address);
  return (
    area !== undefined &&
    area.sheet === sheet &&
    cellName(area.startRow, area.startColumn) === cellName(startRow, startColumn)
  );
}
