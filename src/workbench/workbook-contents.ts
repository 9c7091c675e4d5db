import type { FWorksheet } from '@univerjs/sheets/facade';
import type { ContentsReading, WorkbookContents } from '../taskpane/workbook-contents';
import { endOfCells, linksOf, readCellTexts } from './contents-cells';
import type { CellsEnd } from './contents-cells';
import { textsOf } from './contents-texts';
import type { ChangeableText } from './contents-texts';
import type { Spreadsheet } from './spreadsheet';

/** Everything that the workbench saves with a workbook. */
export function createWorkbookContents(spreadsheet: Spreadsheet): WorkbookContents {
  /** Found once for each time that a sheet's cells are read from the first row on. */
  const ends = new Map<string, CellsEnd>();
  const sheets = () => spreadsheet.workbook().getSheets();
  const sheetOf = (area: string) =>
    sheets().find((sheet) => sheet.getSheetId() === area.slice(area.indexOf(' ') + 1));

  function read(area: string, from: number): ContentsReading {
    if (area === TEXTS) {
      return textsReading(textsOf(spreadsheet));
    }
    const sheet = sheetOf(area);
    if (sheet === undefined) return { kind: 'failed', message: 'A sheet is no longer there.' };
    if (area.startsWith(LINKS)) return textsReading(linksOf(sheet));
    const known = from === 0 ? undefined : ends.get(area);
    const end = known ?? endOfCells(spreadsheet, sheet);
    ends.set(area, end);
    return readCellTexts(spreadsheet, sheet, from, end);
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
        unseen: [],
      }),
    read: (area, from) => Promise.resolve(read(area, from)),
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
  // Plain data, without the way to change it.
  return {
    kind: 'texts',
    texts: texts.map(({ place, text }) => ({ place, text })),
    next: undefined,
  };
}

/** A guess, from what the sheet's rows take; good enough to tell how far a check is. */
function roomOf(sheet: FWorksheet): number {
  return Math.max(1, sheet.getSheet().getCellMatrix().getLength()) * USUAL_COLUMNS;
}

const CELLS = 'cells ';
const LINKS = 'links ';
const USUAL_COLUMNS = 8;
const TEXTS = 'texts';
/** Of an area that is read at once, in cells. */
const SMALL = 100;
