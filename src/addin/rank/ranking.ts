import { t } from '../../engine/language/speech';
import { freeColumn, isStillThere, occupiedMessage, type PlaceList } from '../enrich';
import type { Notice } from '../pane/parts/use-noticed-steps';
import { formatArea } from '../spreadsheet/cell-address';
import type { CellInput, Sheet, SheetArea, WrittenBlock } from '../spreadsheet/sheet';
import { toCellArea } from '../spreadsheet/sheet-region';
import type { ListRows } from './list-rows';
import { rankFormulas, settingsCells, settingsLook, type RankedList } from './rank-formulas';
import type { Ranking } from './ranking-rule';

export interface RankingParts {
  readonly sheet: Pick<
    Sheet,
    'readBlock' | 'write' | 'undo' | 'foreseeUndo' | 'addSheet' | 'removeSheet'
  >;
  /** Lets the page draw between parts of the work. */
  turn(): Promise<void>;
  /** Shows the new columns. */
  reveal?: ((address: string) => void) | undefined;
  /** Runs a step that a person takes later, and shows its notice. */
  later(run: () => Promise<Notice>): void;
}

/**
 * Writes a column of scores and one of ranks beside the list, in the first columns that are free,
 * and their settings on a sheet of their own, where no filter and no deleted row can touch them.
 */
export async function writeRanking(
  list: PlaceList,
  found: ListRows,
  ranking: Ranking,
  parts: RankingParts,
): Promise<Notice> {
  const { sheet } = parts;
  const { block } = list;
  const ranked = rankedListOf(list, found);
  const column = await freeColumn(block, block.column + block.columns, sheet);
  if (ranked === undefined || column === undefined)
    return { tone: 'bad', text: t('There’s nothing to rank.') };
  const settings = await sheet.addSheet(
    t('Rank settings'),
    settingsCells(ranked, ranking),
    settingsLook(ranking),
  );
  if (settings.kind === 'failed') return { tone: 'bad', text: settings.message };
  const cells = await cellsOf(
    list,
    found,
    ranking,
    { ranked, column, settings: settings.sheet },
    parts,
  );
  const last = block.column + block.columns - 1;
  const result = await sheet.write({
    sheet: block.sheet,
    row: block.row,
    column,
    cells,
    formats: ['0.0', '0'],
    ...(list.columns.hasHeader && { headerLike: last }),
  });
  if (result.kind !== 'written') {
    await sheet.removeSheet(settings.written);
    return {
      tone: 'bad',
      text: result.kind === 'failed' ? result.message : occupiedMessage(result),
    };
  }
  parts.reveal?.(result.address);
  return {
    tone: 'good',
    text: t(
      'Scores and ranks added in {address}. Change their weights on the sheet “{settings}”.',
      { address: result.address, settings: settings.sheet },
    ),
    address: result.address,
    action: undoAction(result.written, settings.written, parts),
  };
}

interface Target {
  readonly ranked: RankedList;
  /** The first of the two new columns. */
  readonly column: number;
  /** The sheet of the settings. */
  readonly settings: string;
}

const ROWS_AT_ONCE = 1_000;

/** Both columns, from the list’s first row on; rows without a place stay as they are. */
async function cellsOf(
  { block, columns }: PlaceList,
  { rows }: ListRows,
  ranking: Ranking,
  { ranked, column, settings }: Target,
  { sheet, turn }: Pick<RankingParts, 'sheet' | 'turn'>,
): Promise<CellInput[][]> {
  const height = ranked.lastRow - block.row + 1;
  const cells = Array.from({ length: height }, (): CellInput[] => [null, null]);
  if (columns.hasHeader) {
    const taken = new Set(await headersOf({ ...block, columns: column - block.column }, sheet));
    cells[0] = [freeHeader(t('Score'), taken), freeHeader(t('Rank'), taken)];
  }
  for (const [index, { row }] of rows.entries()) {
    if (index % ROWS_AT_ONCE === 0) await turn();
    cells[row - block.row] = [...rankFormulas(ranked, ranking, settings, { row, column })];
  }
  return cells;
}

/** What stands above the list and what was added beside it since. */
async function headersOf(
  area: SheetArea,
  sheet: Pick<Sheet, 'readBlock'>,
): Promise<readonly string[]> {
  const reading = await sheet.readBlock(formatArea(toCellArea({ ...area, rows: 1 })));
  const [headers = []] = reading.kind === 'block' ? reading.block.values : [];
  return headers.map((header) => String(header).toLowerCase());
}

/** `Score`, or `Score 2` beside another: a list may be ranked in several ways. */
function freeHeader(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const header = number === 1 ? wanted : `${wanted} ${String(number)}`;
    if (!taken.has(header.toLowerCase())) return header;
  }
}

function rankedListOf(
  { block, columns, headRows }: PlaceList,
  { rows, totals }: ListRows,
): RankedList | undefined {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return {
    sheet: block.sheet,
    address: block.address,
    headerRow: columns.hasHeader && headRows > 0 ? block.row : undefined,
    column: block.column,
    headers: columns.columns.map(({ header }) => header),
    firstRow: first.row,
    lastRow: last.row,
    totals,
  };
}

/** Takes back both columns, and then the settings, which nothing refers to any more. */
function undoAction(
  written: WrittenBlock,
  settings: WrittenBlock,
  parts: Pick<RankingParts, 'sheet' | 'later'>,
): NonNullable<Notice['action']> {
  const { sheet, later } = parts;
  const undo = async (): Promise<Notice> => {
    const action = undoAction(written, settings, parts);
    const columns = await sheet.undo(written);
    if (columns.kind === 'failed') return { tone: 'bad', text: columns.message, action };
    if (columns.restored === 0) {
      const text = t('Nothing was removed, because these cells were moved or changed since.');
      return { tone: 'bad', text, action };
    }
    if (columns.kept > 0) {
      return {
        tone: 'good',
        text: t(
          'Scores and ranks removed, except {kept, plural, one {# cell} other {# cells}} changed since. The settings stay.',
          {
            kept: columns.kept,
          },
        ),
      };
    }
    const removed = await sheet.removeSheet(settings);
    const isGone = removed.kind === 'undone' && removed.restored > 0;
    return {
      tone: 'good',
      text: isGone
        ? t('Scores, ranks and settings removed.')
        : t(
            'Scores and ranks removed. The sheet with their settings was changed since, so it stays.',
          ),
    };
  };
  return {
    title: t('Undo'),
    run: () => later(undo),
    isThere: () => isStillThere([written], sheet),
  };
}
