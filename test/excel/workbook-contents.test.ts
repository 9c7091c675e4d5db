import { NOTES } from '../../src/excel/contents-texts';
import { createSheet } from '../../src/excel/sheet';
import { createWorkbookContents } from '../../src/excel/workbook-contents';
import { checkWorkbook } from '../../src/addin/share/share-check';
import { repairFindings } from '../../src/addin/share/share-repair';
import type { TextKind, WorkbookText } from '../../src/addin/spreadsheet/workbook-contents';
import { describeWorkbookContents } from '../addin/spreadsheet/workbook-contents-suite';
import { STILL } from '../addin/workbook/tables';
import { failedFor, startPlayedExcel } from './played/excel-api';
import type { PlayedWorkbook } from './played/played-workbook';

const excel = startPlayedExcel();
/** Microsoft's script here is from before there were notes (1.18). */
const WITH_ALL = '1.17';

function open(sheets: readonly string[]): PlayedWorkbook {
  const workbook = excel.open(sheets);
  excel.withApi(WITH_ALL);
  return workbook;
}

describeWorkbookContents(
  'Excel',
  (sheets) => {
    const workbook = open(sheets);
    return Promise.resolve({
      contents: createWorkbookContents(),
      set: (a1, rows) => Promise.resolve(workbook.set(a1, rows)),
      plant(kind, text) {
        if (kind === 'part') workbook.addPart(text);
        else if (kind === 'setting') workbook.texts.settings.set('token', text);
        else workbook.texts.names.set('', [{ name: 'Token', formula: text, comment: '' }]);
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    });
  },
  ['name', 'setting', 'part'],
);

describe('what Excel alone has', () => {
  let workbook: PlayedWorkbook;

  beforeEach(() => {
    workbook = open(['Stores', 'Old']);
    workbook.set('Stores!A1', [['MG Road', 'Bandra']]);
  });

  async function read(area: string): Promise<readonly WorkbookText[]> {
    const reading = await createWorkbookContents().read(area, 0);
    if (reading.kind !== 'texts') throw new Error(reading.kind);
    return reading.texts;
  }

  async function textsOf(kind: TextKind): Promise<string[]> {
    return (await read(kind)).map(({ text }) => text).filter((text) => text !== '');
  }

  async function change(area: string, text: string, after: string | null): Promise<void> {
    const found = (await read(area)).find((candidate) => candidate.text === text);
    if (found === undefined) throw new Error(`no ${text}`);
    expect(await createWorkbookContents().change(found.place, text, after)).toEqual({
      kind: 'changed',
    });
  }

  it('hidden sheets are said to be hidden', async () => {
    (workbook.sheets[1] ?? { isHidden: false }).isHidden = true;
    expect((await read('sheet')).map(({ place }) => place.label)).toEqual([
      'Stores',
      'Old (hidden)',
    ]);
  });

  it('comments and the replies to them are read, changed and deleted', async () => {
    workbook.texts.comments.push({
      id: '{c1}',
      address: 'Stores!B1',
      content: 'a comment',
      replies: [{ id: '{r1}', content: 'a reply' }],
    });
    expect(await textsOf('comment')).toEqual(['a comment', 'a reply']);
    expect((await read('comment'))[1]?.place).toMatchObject({ address: 'Stores!B1' });
    await change('comment', 'a reply', 'a better one');
    expect(await textsOf('comment')).toEqual(['a comment', 'a better one']);
    await change('comment', 'a better one', null);
    await change('comment', 'a comment', null);
    expect(await textsOf('comment')).toEqual([]);
  });

  it('names of a sheet and the comments of names are read and changed', async () => {
    const sheetId = workbook.sheets[0]?.id ?? '';
    workbook.texts.names.set(sheetId, [{ name: 'Local', formula: '=1', comment: 'what it is' }]);
    workbook.texts.names.set('', [{ name: 'Local', formula: '=2', comment: '' }]);
    expect(await textsOf('name')).toEqual(['Local', '=2', 'Local', '=1', 'what it is']);
    await change('name', '=1', '=3');
    await change('name', 'what it is', null);
    expect(await textsOf('name')).toEqual(['Local', '=2', 'Local', '=3']);
  });

  it('document properties are read and changed', async () => {
    workbook.texts.properties.set('Title', 'A title');
    workbook.texts.customProperties.set('client', 'somebody');
    expect(await textsOf('property')).toEqual(['A title', 'client', 'somebody']);
    await change('property', 'A title', 'Another');
    await change('property', 'somebody', null);
    expect(await textsOf('property')).toEqual(['Another']);
  });

  it('names that call Locus functions, also by another name, are read without their value', async () => {
    const sheetId = workbook.sheets[0]?.id ?? '';
    const named = (name: string, formula: string) => ({ name, formula, comment: '' });
    workbook.texts.names.set('', [
      named('people', '=_xldudf_LOCATTR(Stores!$A$1,Stores!$B$1,"w_pop_tt")'),
      named('Total', '=SUM(PEOPLE_here)*2'),
      named('greeting', '="see locattr(1,2)"'),
    ]);
    workbook.texts.names.set(sheetId, [named('people_here', '=people+1')]);
    const texts = await textsOf('name');
    expect(texts).toEqual(
      expect.arrayContaining(['people', '=people+1', 'greeting', '="see locattr(1,2)"']),
    );
  });

  it('says what an older Excel does not show', async () => {
    excel.withApi('1.9');
    const survey = await createWorkbookContents().survey();
    if (survey.kind !== 'survey') throw new Error(survey.message);
    expect(survey.unseen).toEqual(expect.arrayContaining(['comments', 'notes', 'macros']));
    expect(survey.areas.map(({ id }) => id)).not.toContain('note');
  });

  it('says which of them could not be looked at', async () => {
    excel.failWhen(() => 'AccessDenied');
    expect(await createWorkbookContents().read('comment', 0)).toEqual(
      failedFor(/^Couldn’t check the comments\. /),
    );
  });

  it('reads 60,000 cells in requests that Excel takes', async () => {
    workbook.set(
      'Stores!A1',
      Array.from({ length: 6_000 }, () => Array<string>(10).fill('MG Road 1')),
    );
    const contents = createWorkbookContents();
    const area = `cells ${workbook.sheets[0]?.id ?? ''}`;
    let rows = 0;
    for (let from: number | undefined = 0; from !== undefined;) {
      const reading = await contents.read(area, from);
      if (reading.kind !== 'cells') throw new Error(reading.kind);
      rows += reading.values.length;
      from = reading.next;
    }
    expect(rows).toBe(6_000);
    expect(excel.largest().reply).toBeLessThan(1_000_000);
  });

  it('a key is taken out of the cell that a formula spills elsewhere, and the formula stays', async () => {
    const key = 'sk-live-9fQ2xT7LmZ04bKcR8vWyE1uH';
    workbook.set('Stores!A3', [['Pune'], [`Token: ${key}`]]);
    workbook.set('Stores!C3', [['=A3:A4']]);
    workbook.show('Stores!C3', 'Pune');
    workbook.show('Stores!C4', `Token: ${key}`);
    const [stores] = workbook.sheets;
    stores?.spills.push({ row: 2, column: 2, rows: 2, columns: 1 });
    workbook.set('Stores!C5', [[key]]);
    const contents = createWorkbookContents();
    const { signal } = new AbortController();
    const onProgress = () => undefined;
    const clock = STILL;
    const checked = await checkWorkbook({ contents, clock, keys: [key], signal, onProgress });
    if (checked.kind !== 'checked') throw new Error(checked.kind);
    const ids = checked.findings.map(({ id }) => id);
    expect(await repairFindings({ contents, sheet: createSheet(), clock }, checked, ids)).toEqual(
      [],
    );
    expect(workbook.read('Stores!A3:A4')).toEqual([['Pune'], ['Token: [removed]']]);
    expect(workbook.read('Stores!C3:C5')).toEqual([['=A3:A4'], [''], ['']]);
    expect(stores?.spills).toHaveLength(1);
  });

  it('notes are read with their cells, changed and deleted', async () => {
    const acts: string[] = [];
    const note = {
      get content() {
        return 'a note';
      },
      set content(text: string) {
        acts.push(`content ${text}`);
      },
      getLocation: () => ({ address: 'Stores!A1', load: () => undefined }),
      delete: () => void acts.push('delete'),
    };
    const notes = { items: [note], load: (what: string) => void acts.push(`load ${what}`) };
    const context = {
      workbook: { notes },
      sync: () => Promise.resolve(),
    } as unknown as Excel.RequestContext;
    const [found] = await NOTES.read(context);
    if (found === undefined) throw new Error('no note');
    expect(found).toMatchObject({
      text: 'a note',
      place: { label: 'Stores!A1', address: 'Stores!A1' },
    });
    found.put('another');
    found.put(null);
    expect(acts).toEqual(['load items/content', 'content another', 'delete']);
  });
});
