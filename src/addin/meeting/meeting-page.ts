import { largest } from '../../engine/async/extremes';
import { dateFormat, listText, t } from '../../engine/language/speech';
import type { Pictures } from '../device/pictures';
import { columnTitle, type PlaceList } from '../enrich';
import type { PanePorts } from '../pane/parts/pane-ports';
import type { RankedPlaces } from '../pane/parts/pane-view';
import { textAsInput } from '../spreadsheet/block-writing';
import type {
  PageChart,
  PageColumn,
  PageId,
  PageRow,
  PrintedPage,
} from '../spreadsheet/printed-page';
import type { CellInput } from '../spreadsheet/sheet';
import { barChart } from './bar-chart';

/** The content of a page for a meeting, before its layout. */
export interface MeetingContent {
  readonly id: PageId;
  /** The name of the sheet. */
  readonly name: string;
  readonly title: string;
  /** Lines between the title and the first table. */
  readonly notes: readonly string[];
  /** Their widths add up to `PAGE_WIDTH`. */
  readonly columns: readonly PageColumn[];
  /** The numbers of the last table are also drawn as bars. */
  readonly tables: readonly MeetingTable[];
  readonly chart: {
    readonly title: string;
    /** The column with the names. The columns of the bars follow it. */
    readonly column: number;
    readonly columns: number;
  };
  /** The columns of the list that the page shows. */
  readonly shown: readonly number[];
  readonly places: RankedPlaces['ranked'];
}

export interface MeetingTable {
  readonly title?: string;
  readonly heading: readonly string[];
  readonly lines: readonly MeetingLine[];
}

export interface MeetingLine {
  readonly cells: readonly (string | number)[];
  readonly formats: readonly (string | undefined)[];
}

/** Returns the number format of a column of the list; undefined if it has none. */
export type FormatOf = (column: number) => string | undefined;

/** The width between the margins of upright A4, in CSS pixels. */
export const PAGE_WIDTH = 700;
const MAP_HEIGHT = 380;
/** The width of a letter in pixels, for each kind of row, and the height of a line. */
const LETTERS = { title: 11.5, section: 8, text: 6, heading: 7.2, line: 7 } as const;
const LINES = { title: 30, section: 27, text: 15, heading: 17, line: 17 } as const;
/** Above and below the texts of a row. */
const ROOM = 6;
const GAP: PageRow = { kind: 'text', text: '', height: 10 };

type MeetingPorts = Pick<PanePorts, 'host' | 'mapData' | 'pictures' | 'clock' | 'isSampleData'>;

/** Lays out the page with its chart, its map and its sources. */
export async function meetingPage(
  content: MeetingContent,
  list: PlaceList,
  ports: MeetingPorts,
): Promise<PrintedPage> {
  const { columns, tables, chart } = content;
  const rows: PageRow[] = [
    textRow('title', content.title),
    ...(isSample(content, list, ports) ? [textRow('section', sampleWords())] : []),
    textRow('text', stampText(ports.clock.now())),
    ...content.notes.map((note) => textRow('text', note)),
  ];
  for (const [index, { title, heading, lines }] of tables.entries()) {
    rows.push(title === undefined ? GAP : textRow('section', title));
    const row = rows.length;
    rows.push(lineRow('heading', columns, { cells: heading, formats: [] }));
    for (const line of lines) rows.push(lineRow('line', columns, line));
    if (index < tables.length - 1) continue;
    const names = heading.slice(chart.column + 1, chart.column + chart.columns);
    const bars = barChart({
      title: chart.title,
      width: PAGE_WIDTH,
      categories: lines.map(({ cells }) => String(cells[chart.column] ?? '')),
      series: names.map((name, at) => ({
        name,
        values: lines.map(({ cells }) => cells[chart.column + 1 + at] ?? ''),
      })),
    });
    const area = { row, column: chart.column, rows: lines.length + 1, columns: chart.columns };
    const drawing = drawn(ports.pictures, bars, chart.title, area);
    if (drawing !== undefined) rows.push(drawing);
  }
  const map = await mapOf(content, list, ports);
  const mapped = map && drawn(ports.pictures, map.picture, map.description);
  if (mapped !== undefined) rows.push(mapped);
  for (const words of originWords(content, list)) rows.push(textRow('text', words));
  return { id: content.id, name: content.name, columns, rows };
}

/**
 * A list without coordinates or pincodes has no map. Neither has a page if the map's code cannot be
 * loaded.
 */
async function mapOf(
  { places }: MeetingContent,
  { block, columns }: PlaceList,
  ports: MeetingPorts,
) {
  if (Object.keys(columns.roles).length === 0) return undefined;
  const { pictureOfPlaces } = await import(/* webpackChunkName: "pane-map" */ '../map');
  const size = { width: PAGE_WIDTH, height: MAP_HEIGHT };
  return pictureOfPlaces(ports, { address: block.address, ranked: places }, size);
}

function drawn(
  pictures: Pick<Pictures, 'png'>,
  picture: ReturnType<typeof barChart>,
  description: string,
  chart?: PageChart,
): PageRow | undefined {
  const png = pictures.png(picture);
  if (png === undefined) return undefined;
  const { width, height } = picture;
  return { kind: 'drawing', png, width, height, description, ...(chart && { chart }) };
}

function textRow(kind: 'title' | 'section' | 'text', text: string): PageRow {
  const height = linesOf(text, PAGE_WIDTH, LETTERS[kind]) * LINES[kind] + ROOM / 2;
  return { kind, text: String(textAsInput(text)), height };
}

function lineRow(
  kind: 'heading' | 'line',
  columns: readonly PageColumn[],
  { cells, formats }: Pick<MeetingLine, 'formats'> & { readonly cells: readonly CellInput[] },
): PageRow {
  const lines = columns.map(({ width }, at) => {
    const cell = cells[at] ?? '';
    return typeof cell === 'string' ? linesOf(cell, width - ROOM, LETTERS[kind]) : 1;
  });
  const height = Math.min(MOST_LINES, largest(lines)) * LINES[kind] + ROOM;
  const inputs = cells.map((cell) => (typeof cell === 'string' ? textAsInput(cell) : cell));
  return { kind, cells: inputs, formats, height };
}

const MOST_LINES = 3;

function linesOf(text: string, width: number, letter: number): number {
  return Math.max(1, Math.ceil((text.length * letter) / width));
}

const days = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' });

function stampText(now: number): string {
  return t('As of {date}. The values on this page stay as they are when the list changes.', {
    date: days.format(now),
  });
}

const sampleWords = (): string => t('Sample data: the values come from the sample service.');

function isSample(content: MeetingContent, list: PlaceList, ports: MeetingPorts): boolean {
  return ports.isSampleData() && content.shown.some((column) => isOwn(list, column));
}

function isOwn({ block }: PlaceList, column: number): boolean {
  return block.ownColumns?.has(column) === true;
}

function originWords({ shown }: MeetingContent, list: PlaceList): readonly string[] {
  const titled = (are: boolean): readonly string[] =>
    shown
      .filter((column) => isOwn(list, column) === are)
      .map((column) => columnTitle(list, column));
  const [own, others] = [titled(true), titled(false)];
  return [
    ...(own.length === 0 ? [] : [t('From Locus: {columns}.', { columns: listText(own) })]),
    t('From the list {address}: {columns}.', {
      address: list.block.address,
      columns: listText([t('places'), ...others]),
    }),
  ];
}

/** Returns the list's own format, or else one that suits the numbers. Years get no separator. */
export function numberPattern(own: string | undefined, numbers: readonly number[]): string {
  if (own !== undefined && own !== '' && own !== 'General' && own !== '@') return own;
  if (!numbers.every(Number.isInteger)) return '#,##0.00';
  return numbers.some((number) => Math.abs(number) >= 10_000) ? '#,##0' : '0';
}
