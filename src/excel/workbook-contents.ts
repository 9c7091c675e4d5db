import { t } from '../engine/language/speech';
import type { CannotDo } from '../addin/spreadsheet/sheet';
import type {
  ContentsReading,
  TextPlace,
  WorkbookContents,
  WorkbookText,
} from '../addin/spreadsheet/workbook-contents';
import { readCellTexts, readLinks, readUsedCells, removeLink } from './contents-cells';
import { NAMES, SHEET_NAMES, TABLE_NAMES } from './contents-names';
import { asText, CHARTS, type ContentsKind, HEADERS, SHAPES, textOf } from './contents-page';
import { DOCUMENT_PROPERTIES, PARTS, SETTINGS } from './contents-settings';
import { cannotDo, inExcel } from './failure';
import { hasExcelApi } from './payload-limits';

/** Comments and their replies. */
const COMMENTS: ContentsKind = {
  kind: 'comment',
  since: '1.10',
  words: () => t('comments'),
  async read(context) {
    const { comments } = context.workbook;
    comments.load('items/id,items/content');
    await context.sync();
    const loaded = comments.items.map((comment) => {
      const location = comment.getLocation();
      location.load('address');
      comment.replies.load('items/id,items/content');
      return { comment, location };
    });
    await context.sync();
    return loaded.flatMap(({ comment, location: { address } }): WorkbookText[] => {
      const place = { kind: 'comment', label: address, address } as const;
      return [
        textOf({ ...place, id: comment.id }, comment.content),
        ...comment.replies.items.map((reply) =>
          textOf({ ...place, id: `${comment.id} ${reply.id}`, field: 'reply' }, reply.content),
        ),
      ];
    });
  },
  change(context, { id }, after) {
    const [commentId = '', replyId] = id.split(' ');
    const comment = context.workbook.comments.getItem(commentId);
    const remark = replyId === undefined ? comment : comment.replies.getItem(replyId);
    if (after === null) remark.delete();
    else remark.content = after;
  },
};

export const NOTES: ContentsKind = {
  kind: 'note',
  since: '1.18',
  words: () => t('notes'),
  async read(context) {
    const { notes } = context.workbook;
    notes.load('items/content');
    await context.sync();
    const loaded = notes.items.map((note) => {
      const location = note.getLocation();
      location.load('address');
      return { note, location };
    });
    await context.sync();
    return loaded.map(({ note, location: { address } }) =>
      textOf({ kind: 'note', id: address, label: address, address }, note.content),
    );
  },
  change(context, { id }, after) {
    const note = context.workbook.notes.getItem(id);
    if (after === null) note.delete();
    else note.content = after;
  },
};

/** Everything that Excel's own API shows of a workbook. */
export function createWorkbookContents(): WorkbookContents {
  return { survey, read, change };
}

const KINDS: readonly ContentsKind[] = [
  SHEET_NAMES,
  NAMES,
  COMMENTS,
  NOTES,
  SETTINGS,
  PARTS,
  DOCUMENT_PROPERTIES,
  HEADERS,
  TABLE_NAMES,
  SHAPES,
  CHARTS,
];

/** Excel shows the first four to no add-in; the others would have to be read cell by cell. */
const neverSeen = (): readonly string[] => [
  t('pictures'),
  t('macros'),
  t('queries and connections'),
  t('data of other add-ins'),
  t('number formats'),
  t('conditional formatting'),
  t('data validation'),
  t('text in grouped shapes'),
  t('PivotTable data'),
  t('chart labels'),
];

const CELLS = 'cells ';
const LINKS = 'links ';
const LINKS_SINCE = '1.9';
/** The size of a kind that is read at once, in cells. */
const SMALL = 100;

async function survey(): ReturnType<WorkbookContents['survey']> {
  const kinds = KINDS.filter(({ since }) => hasExcelApi(since));
  const hasLinks = hasExcelApi(LINKS_SINCE);
  try {
    const used = await Excel.run(readUsedCells);
    return {
      kind: 'survey',
      areas: [
        ...used.map(({ sheetId, size }) => ({ id: CELLS + sheetId, size })),
        ...(hasLinks ? used.map(({ sheetId, size }) => ({ id: LINKS + sheetId, size })) : []),
        ...kinds.map(({ kind }) => ({ id: kind, size: SMALL })),
      ],
      unseen: [
        ...neverSeen(),
        ...(hasLinks ? [] : [t('links')]),
        ...KINDS.filter((kind) => !kinds.includes(kind)).map(({ words }) => words()),
      ],
    };
  } catch (error) {
    return cannotDo(error);
  }
}

async function read(area: string, from: number): Promise<ContentsReading> {
  const kind = KINDS.find((candidate) => candidate.kind === area);
  try {
    return await Excel.run(async (context): Promise<ContentsReading> => {
      if (area.startsWith(CELLS)) return readCellTexts(context, area.slice(CELLS.length), from);
      if (area.startsWith(LINKS)) return readLinks(context, area.slice(LINKS.length), from);
      return { kind: 'texts', texts: await textsOf(context, kind), next: undefined };
    });
  } catch (error) {
    return notRead(error, kind);
  }
}

async function textsOf(
  context: Excel.RequestContext,
  kind: ContentsKind | undefined,
): Promise<WorkbookText[]> {
  const texts = (await kind?.read(context)) ?? [];
  return texts.map(({ place, text }) => ({ place, text: asText(text) }));
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
  place: TextPlace,
  before: string,
  after: string | null,
): ReturnType<WorkbookContents['change']> {
  const kind = KINDS.find((candidate) => candidate.kind === place.kind);
  return inExcel(async (context) => {
    const now = await readNow(context, place, kind);
    if (now !== before) return { kind: 'gone' };
    if (kind === undefined) removeLink(context, place.id);
    else kind.change(context, place, after);
    await context.sync();
    return { kind: 'changed' };
  });
}

async function readNow(
  context: Excel.RequestContext,
  place: TextPlace,
  kind: ContentsKind | undefined,
): Promise<string | undefined> {
  const texts: readonly WorkbookText[] =
    kind === undefined ? await linkAt(context, place) : await textsOf(context, kind);
  return texts.find(({ place: { id, field } }) => id === place.id && field === place.field)?.text;
}

async function linkAt(
  context: Excel.RequestContext,
  { id }: TextPlace,
): Promise<readonly WorkbookText[]> {
  const split = id.lastIndexOf('!');
  const row = Number(/\d+$/.exec(id)?.[0] ?? 1) - 1;
  const reading = await readLinks(context, id.slice(0, split), row);
  return reading.kind === 'texts' ? reading.texts : [];
}
