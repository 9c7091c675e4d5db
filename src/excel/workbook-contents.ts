import { t } from '../engine/language/speech';
import { currentText, textsReading } from '../addin/spreadsheet/changeable-text';
import type { CannotDo } from '../addin/spreadsheet/sheet';
import type { ContentsReading, WorkbookContents } from '../addin/spreadsheet/workbook-contents';
import { readCellTexts, readUsedCells } from './contents-cells';
import { KINDS, type ContentsKind } from './contents-texts';
import { cannotDo, inExcel } from './failure';
import { hasExcelApi } from './payload-limits';

/** Returns the texts of the open workbook in which to look for a key. */
export function createWorkbookContents(): WorkbookContents {
  return { survey, read, change };
}

/** Excel shows the first four to no add-in. In the others, nobody is likely to leave a key. */
const neverSeen = (): readonly string[] => [
  t('pictures'),
  t('macros'),
  t('queries and connections'),
  t('data of other add-ins'),
  t('number formats'),
  t('conditional formatting'),
  t('data validation'),
  t('headers and footers'),
  t('names of tables'),
  t('shapes'),
  t('charts'),
  t('PivotTable data'),
  t('links'),
];

const CELLS = 'cells ';
/** The size of a kind that is read at once, in cells. */
const SMALL = 100;

async function survey(): ReturnType<WorkbookContents['survey']> {
  const kinds = KINDS.filter(({ since }) => since === undefined || hasExcelApi(since));
  try {
    const used = await Excel.run(readUsedCells);
    return {
      kind: 'survey',
      areas: [
        ...used.map(({ sheetId, size }) => ({ id: CELLS + sheetId, size })),
        ...kinds.map(({ kind }) => ({ id: kind, size: SMALL })),
      ],
      unseen: [
        ...neverSeen(),
        ...KINDS.filter((kind) => !kinds.includes(kind)).map(({ words }) => words()),
      ],
    };
  } catch (error) {
    return cannotDo(error);
  }
}

async function read(area: string, from: number): Promise<ContentsReading> {
  const kind = kindNamed(area);
  try {
    return await Excel.run(async (context): Promise<ContentsReading> => {
      if (kind !== undefined) return textsReading(await kind.read(context));
      return readCellTexts(context, area.slice(CELLS.length), from);
    });
  } catch (error) {
    return notRead(error, kind);
  }
}

function kindNamed(name: string): ContentsKind | undefined {
  return KINDS.find(({ kind }) => kind === name);
}

/** Says which kind could not be read. */
function notRead(error: unknown, kind: ContentsKind | undefined): CannotDo {
  const { message } = cannotDo(error);
  if (kind === undefined) return { kind: 'failed', message };
  return {
    kind: 'failed',
    message: t('Couldn’t check the {words}. {message}', { words: kind.words(), message }),
  };
}

async function change(
  ...[place, before, after]: Parameters<WorkbookContents['change']>
): ReturnType<WorkbookContents['change']> {
  const kind = kindNamed(place.kind);
  return inExcel(async (context) => {
    const found = currentText((await kind?.read(context)) ?? [], place, before);
    if (found === undefined) return { kind: 'gone' };
    found.put(after);
    await context.sync();
    return { kind: 'changed' };
  });
}
