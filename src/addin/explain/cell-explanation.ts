import { t } from '../../engine/language/speech';
import { titleOf } from '../../engine/catalogue/name-title';
import type { CatalogueEntry } from '../../engine/catalogue/catalogue-entry';
import { readAddress, readAddressWithPincode } from '../../engine/places/addresses';
import { callAt } from '../functions/call-elements';
import { readCell } from '../../engine/places/cell';
import { readCoordinates } from '../../engine/places/coordinates';
import { formulaProblem } from '../functions/formula-problem';
import type { CellProblem } from '../functions/problems';
import type { Found, Origin, Place, Question } from '../../engine/lookup';
import { cellName, formatArea, parseArea } from '../spreadsheet/cell-address';
import type { CellArea } from '../spreadsheet/cell-address';
import { locusCalls } from '../spreadsheet/locus-calls';
import type { LocusCall } from '../spreadsheet/locus-calls';
import type { CannotDo, LocatedFormula } from '../spreadsheet/sheet';
import type { CellContent } from '../../engine/places/cell';
import { readLiteral } from '../spreadsheet/formula-tokens';
import { ageText, valueText } from '../pane/parts/figure-text';
import type { PanePorts } from '../pane/parts/pane-ports';
import { callsPriceText } from '../pane/parts/price-text';

/** What one cell shows and why, for a person. */
export type CellExplanation =
  | { readonly kind: 'value'; readonly facts: readonly Fact[] }
  | { readonly kind: 'problems'; readonly problems: readonly CellProblem[] }
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
  const problems = ports.problems.list().filter((problem) => isAt(problem.address, cell));
  if (problems.length > 0) return { kind: 'problems', problems };
  const { sheet } = ports.host;
  const failing = await sheet.failing([]);
  const broken =
    failing.kind === 'failed'
      ? undefined
      : failing.formulas.find(({ address }) => isAt(address, cell));
  const problem = broken && formulaProblem(broken.formula, broken.error);
  if (problem !== undefined) return { kind: 'problems', problems: [{ ...problem, address }] };
  const reading = await sheet.formulas();
  if (reading.kind === 'failed') return reading;
  const found = callFor(cell, reading.formulas);
  if (found === undefined) return { kind: 'nothing' };
  const { located, call } = found;
  const values = await Promise.all(
    call.args.map((arg) => valueOf(arg, located.sheet, (at) => readOne(sheet, at))),
  );
  const shown = await readOne(sheet, `${formatArea(firstCell(cell, located.sheet))}`);
  const listed = ports.problems.list().filter(({ address }) => address === located.address);
  if (typeof shown === 'object' && listed.length > 0) return { kind: 'problems', problems: listed };
  const asked = READERS[call.name]?.(values, ports);
  const facts: (Fact | undefined)[] = [
    typeof shown === 'number' ? [t('Value'), valueText(shown)] : undefined,
    ...(asked?.name === undefined ? [] : await meaning(asked.name, ports)),
    asked?.model === undefined ? undefined : [t('Model'), asked.model],
    [t('Place'), asked?.place === undefined ? SEVERAL : placeText(asked.place)],
    ...(asked?.question === undefined ? [] : history(asked.question, ports)),
    [t('Formula'), located.formula],
    isAt(located.address, cell) ? undefined : [t('Formula in'), located.address],
  ];
  return { kind: 'value', facts: facts.filter((fact) => fact !== undefined) };
}

/** The formula in the cell, or the one whose results spill into it, and its call for this cell. */
function callFor(
  cell: CellArea,
  formulas: readonly LocatedFormula[],
): { readonly located: LocatedFormula; readonly call: LocusCall } | undefined {
  const near = formulas.filter(({ sheet }) => sheet === cell.sheet);
  const own = near.find(({ address }) => isAt(address, cell));
  for (const located of own === undefined ? near : [own]) {
    const [down, across] = [cell.startRow - located.row, cell.startColumn - located.column];
    if (down < 0 || across < 0) continue;
    const call = locusCalls(located.formula).find(({ name }) => name in READERS);
    const single = call && callAt(call, down, across);
    if (single !== undefined) return { located, call: single };
  }
  return undefined;
}

const SEVERAL = t('Several, or calculated in the formula');

interface Asked {
  readonly name?: string;
  readonly model?: string;
  readonly place?: Place | undefined;
  readonly question?: Question | undefined;
}

/** What each function asks for, given its arguments; undefined for what is not one plain value. */
const READERS: Readonly<
  Record<string, (values: readonly (CellContent | undefined)[], ports: ExplainPorts) => Asked>
> = {
  LOCATTR: ([lat, lng, name]) => attribute(placeOf(readCoordinates, lat, lng), name),
  LOCATTR_ADDRESS: ([address, pincode, name], { preferences }) => {
    const { pincodes } = preferences.current();
    const read: PlaceReader = (one, other) => readAddressWithPincode(one, other, pincodes);
    return attribute(placeOf(read, address, pincode), name);
  },
  LOCSCORE: ([model, address, ...more], ports) => {
    const read: PlaceReader = (one) => readAddress(one, ports.preferences.current().pincodes);
    return score(model, placeOf(read, address), more.length === 0, ports);
  },
  LOCSCORE_COORDS: ([model, lat, lng, ...more], ports) =>
    score(model, placeOf(readCoordinates, lat, lng), more.length === 0, ports),
};

function attribute(place: Place | undefined, written: CellContent | undefined): Asked {
  const name = typeof written === 'string' ? written.trim().toLowerCase() : '';
  if (!/^[a-z0-9_]+$/.test(name)) return { place };
  return { name, place, question: place && { kind: 'attribute', place, name } };
}

function score(
  written: CellContent | undefined,
  place: Place | undefined,
  isPlain: boolean,
  { workbook }: ExplainPorts,
): Asked {
  if (typeof written !== 'string') return { place };
  const model = workbook.current().settings.modelOf(written)?.modelId ?? written;
  // With a date or variables it is another question, which is not rebuilt here.
  return {
    model: written,
    place,
    question: isPlain ? place && { kind: 'score', place, model } : undefined,
  };
}

type PlaceReader = (...cells: [ReturnType<typeof readCell>, ReturnType<typeof readCell>]) => {
  readonly kind: string;
  readonly value?: Place;
};

function placeOf(
  read: PlaceReader,
  ...parts: readonly (CellContent | undefined)[]
): Place | undefined {
  if (parts.some((part) => part === undefined)) return undefined;
  const [one, other] = parts.map((part) => readCell(part));
  if (one === undefined) return undefined;
  const reading = read(one, other ?? one);
  return reading.kind === 'read' ? reading.value : undefined;
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

function history(question: Question, { scores, clock, preferences }: ExplainPorts): Fact[] {
  const known = scores.peek(question, false);
  if (known?.kind !== 'found') return [];
  return [
    [t('Updated'), t('{age} ago', { age: ageText(clock.now() - known.at) })],
    [t('Source'), SOURCES[known.origin]],
    [t('Cost'), costText(known, preferences.current())],
  ];
}

const SOURCES: Readonly<Record<Origin, string>> = {
  service: t('The service, in this session'),
  memory: t('The service, in this session'),
  device: t('Saved on this device'),
  workbook: t('Saved in this workbook'),
};

function costText(
  { origin }: Found,
  preferences: ReturnType<ExplainPorts['preferences']['current']>,
): string {
  if (origin === 'device' || origin === 'workbook') return t('None: it was already known');
  const price = callsPriceText(1, preferences);
  return price === undefined ? t('At most 1 call') : t('At most 1 call, {price}', { price });
}

function placeText(place: Place): string {
  if (place.kind === 'coordinates') return `${place.lat}, ${place.lng}`;
  return [place.address, place.pincode].filter((part) => part !== '').join(', ');
}

async function valueOf(
  written: string,
  sheet: string,
  read: (address: string) => Promise<CellContent | undefined>,
): Promise<CellContent | undefined> {
  const text = readLiteral(written);
  if (text !== undefined) return text;
  if (/^[+-]?\d+(?:\.\d+)?$/.test(written)) return Number(written);
  const area = parseArea(written);
  if (area === undefined || !isSingle(area)) return undefined;
  return read(formatArea({ ...area, sheet: area.sheet ?? sheet }));
}

async function readOne(
  sheet: ExplainPorts['host']['sheet'],
  address: string,
): Promise<CellContent | undefined> {
  const reading = await sheet.readBlock(address);
  return reading.kind === 'block' ? (reading.block.values[0]?.[0] ?? undefined) : undefined;
}

function isSingle({ startRow, endRow, startColumn, endColumn }: CellArea): boolean {
  return startRow === endRow && startColumn === endColumn;
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
