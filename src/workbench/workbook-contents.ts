import type { FWorksheet } from '@univerjs/sheets/facade';
import { t } from '../engine/language/speech';
import type { ContentsReading, WorkbookContents } from '../addin/spreadsheet/workbook-contents';
import { endOfCells, linksOf, readCellTexts } from './contents-cells';
import type { CellsEnd } from './contents-cells';
import { textsOf } from './contents-texts';
import type { ChangeableText } from './contents-texts';
import { leftOutIn } from './saved-left-out';
import type { Spreadsheet } from './spreadsheet';

/**
 * Everything that the workbench saves with a workbook. What it left out of a file cannot be checked
 * here, but travels with that file.
 */
export function createWorkbookContents(spreadsheet: Spreadsheet): WorkbookContents {
  /** Kept so that a reading that continues the last one need not find the end again. */
  let latest: { readonly area: string; readonly next: number; readonly end: CellsEnd } | undefined;
  const sheets = () => spreadsheet.workbook().getSheets();
  const sheetOf = (area: string) =>
    sheets().find((sheet) => sheet.getSheetId() === area.slice(area.indexOf(' ') + 1));

  async function read(area: string, from: number): Promise<ContentsReading> {
    if (area === TEXTS) {
      return textsReading(textsOf(spreadsheet));
    }
    const sheet = sheetOf(area);
    if (sheet === undefined) return { kind: 'failed', message: t('A sheet no longer exists.') };
    if (area.startsWith(LINKS)) return textsReading(linksOf(sheet));
    const before = latest?.area === area && latest.next === from ? latest.end : undefined;
    const end = before ?? (await endOfCells(spreadsheet, sheet));
    const reading = readCellTexts(spreadsheet, sheet, from, end);
    latest = reading.next === undefined ? undefined : { area, next: reading.next, end };
    return reading;
  }

  return {
    survey: () =>
      Promise.resolve({
        kind: 'survey',
        areas: [
          ...sheets().flatMap((sheet) => [
            { id: `${CELLS}${sheet.getSheetId()}`, size: roomOf(sheet) },
            { id: `${LINKS}${sheet.getSheetId()}`, size: SMALL },
          ]),
          { id: TEXTS, size: SMALL },
        ],
        unseen: leftOutIn({
          custom: spreadsheet.workbook().getWorkbook().getCustomMetadata() ?? {},
        }),
      }),
    read,
    change(place, before, after) {
      const found = [...textsOf(spreadsheet), ...sheets().flatMap(linksOf)].find(
        ({ place: own, text }) =>
          own.kind === place.kind &&
          own.id === place.id &&
          own.field === place.field &&
          text === before,
      );
      if (found === undefined) return Promise.resolve({ kind: 'gone' });
      found.put(after);
      return Promise.resolve({ kind: 'changed' });
    },
  };
}

function textsReading(texts: readonly ChangeableText[]): ContentsReading {
  // Plain data, without `put`.
  return {
    kind: 'texts',
    texts: texts.map(({ place, text }) => ({ place, text })),
    next: undefined,
  };
}

/** An estimate from the sheet's rows, good enough to show how far a check has got. */
function roomOf(sheet: FWorksheet): number {
  return Math.max(1, sheet.getSheet().getCellMatrix().getLength()) * USUAL_COLUMNS;
}

const CELLS = 'cells ';
const LINKS = 'links ';
const USUAL_COLUMNS = 8;
const TEXTS = 'texts';
/** The size of an area that is read at once, in cells. */
const SMALL = 100;
