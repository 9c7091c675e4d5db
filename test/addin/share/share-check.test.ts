import { TextDecoder, TextEncoder } from 'node:util';
import fc from 'fast-check';
import {
  checkWorkbook,
  type CheckedWorkbook,
  type ShareCheckOptions,
  type ShareCheckResult,
} from '../../../src/addin/share/share-check';
import { repairFindings } from '../../../src/addin/share/share-repair';
import { createFakeSheet, type FakeSheet, type FakeSheets } from '../spreadsheet/fake-sheet';
import {
  createFakeWorkbookContents,
  type FakeWorkbookContents,
} from '../spreadsheet/fake-workbook-contents';
import {
  createFakeWorkbookParts,
  type FakeWorkbookParts,
} from '../spreadsheet/fake-workbook-parts';
import { STILL } from '../workbook/tables';
import { base64, hex, WRITINGS } from './key-writings';

Object.assign(globalThis, { TextEncoder, TextDecoder });

const KEY = 'sk-live-9fQ2xT7LmZ04bKcR8vWyE1uH';

interface Workbook {
  readonly sheet: FakeSheet;
  readonly parts: FakeWorkbookParts;
  readonly contents: FakeWorkbookContents;
  check(keys?: readonly string[]): Promise<CheckedWorkbook>;
  /** What becomes of a check that is called off, watched or slow. */
  checkWith(options: Partial<ShareCheckOptions>): Promise<ShareCheckResult>;
  /** Repairs everything that was found; what could not be done. */
  fixAll(checked: CheckedWorkbook): Promise<readonly string[]>;
}

function workbookOf(sheets: FakeSheets = { Stores: [] }): Workbook {
  const sheet = createFakeSheet(sheets);
  const parts = createFakeWorkbookParts();
  const contents = createFakeWorkbookContents(sheet, parts);
  const checkWith = (options: Partial<ShareCheckOptions>): Promise<ShareCheckResult> =>
    checkWorkbook({
      contents: contents.contents,
      clock: STILL,
      keys: [KEY],
      signal: new AbortController().signal,
      onProgress: () => undefined,
      ...options,
    });
  return {
    sheet,
    parts,
    contents,
    async check(keys = [KEY]) {
      const result = await checkWith({ keys });
      if (result.kind !== 'checked') throw new Error(result.kind);
      return result;
    },
    checkWith,
    fixAll: (checked) =>
      repairFindings(
        { contents: contents.contents, sheet: sheet.sheet, clock: STILL },
        checked,
        checked.findings.map(({ id }) => id),
      ),
  };
}

/** What a check says of each place. */
function seen({ findings }: CheckedWorkbook): string[] {
  return findings.map(({ kind, label, as, fix }) => `${kind} ${label}: ${as}, ${fix}`).sort();
}

describe('a share check', () => {
  it('finds nothing in a workbook without the key, and says so', async () => {
    const workbook = workbookOf({
      Stores: [
        ['Address', 'MG Road 1'],
        [560001, '=LOCATTR(A1,B1,"w_pop_tt")'],
      ],
    });
    expect(await workbook.check()).toMatchObject({
      kind: 'checked',
      hadKey: true,
      findings: [],
      troubles: [],
      unseen: ['pictures'],
    });
  });

  it('finds the key in each kind of place, fixes all, and finds nothing more', async () => {
    const workbook = workbookOf({
      Stores: [
        [`key: ${KEY}`, KEY],
        [`="Bearer ${KEY}"`, `=${KEY}`],
        [42, 'MG Road'],
      ],
      [`old ${KEY.slice(0, 20)} ${KEY.slice(20)}`]: [['x']],
    });
    workbook.contents.plant('name', 'Token', `="${KEY}"`);
    workbook.contents.plant('comment', 'Stores!A3', `the key is ${base64(KEY)}!`);
    workbook.contents.plant('note', 'Stores!B3', hex(KEY).replace(/../g, '%$&'));
    workbook.contents.plant('setting', 'credential', KEY);
    workbook.contents.plant('property', 'Title', `Report ${KEY}`);
    workbook.parts.held.push(`<a xmlns="urn:x"><b>${KEY}</b></a>`, '<a xmlns="urn:y">fine</a>');
    const checked = await workbook.check();
    expect(seen(checked)).toEqual([
      'cell Stores!A1: text, replace',
      'cell Stores!A2: formula, replace',
      'cell Stores!B1: text, clear',
      'cell Stores!B2: formula, clear',
      'comment Stores!A3: text, replace',
      'name Token: text, replace',
      'note Stores!B3: text, remove',
      'part part 0: text, replace',
      'property Title: text, replace',
      'setting credential: text, remove',
      'sheet old [removed]: text, replace',
    ]);
    const reached = checked.findings.flatMap(({ id, canGo }) =>
      canGo ? [checked.addressOf(id)] : [],
    );
    expect(reached.sort()).toEqual(
      ['A1', 'A2', 'A3', 'B1', 'B2', 'B3'].map((cell) => `Stores!${cell}`),
    );
    expect(await workbook.fixAll(checked)).toEqual([]);
    expect(await workbook.check()).toMatchObject({ findings: [] });
    expect(workbook.sheet.read('Stores!A1:B3')).toEqual([
      ['key: [removed]', ''],
      ['="Bearer [removed]"', ''],
      [42, 'MG Road'],
    ]);
    expect(workbook.sheet.names()).toEqual(['Stores', 'old removed']);
    expect(workbook.contents.texts('property')).toEqual({ Title: 'Report [removed]' });
    expect(workbook.parts.held).toEqual([
      '<a xmlns="urn:x"><b>[removed]</b></a>',
      '<a xmlns="urn:y">fine</a>',
    ]);
  });

  it('finds a key that a formula brings in, and empties that cell only when asked to', async () => {
    const workbook = workbookOf({ Stores: [['=Hidden!A1']] });
    workbook.sheet.show('Stores!A1', KEY);
    expect(seen(await workbook.check())).toEqual(['cell Stores!A1: shown, clear']);
  });

  it('takes no neighbour for a part of the key, and no part for the key', async () => {
    const [start, end] = [KEY.slice(0, 20), KEY.slice(20)];
    const workbook = workbookOf({
      Stores: [
        [start, end],
        [end, start],
        [start, `="${end}"`],
      ],
    });
    expect((await workbook.check()).findings).toEqual([]);
  });

  it('finds each of many keys in a column, and removes each where it stands', async () => {
    const cells = Array.from({ length: 60 }, (_, row) => [row % 7 === 3 ? `${row} ${KEY}` : row]);
    const workbook = workbookOf({ Stores: cells });
    const checked = await workbook.check();
    expect(checked.findings.map(({ label }) => label)).toEqual(
      [4, 11, 18, 25, 32, 39, 46, 53, 60].map((row) => `Stores!A${row}`),
    );
    await workbook.fixAll(checked);
    expect(workbook.sheet.read('Stores!A1:A60')).toEqual(
      cells.map(([value], row) => [row % 7 === 3 ? `${row} [removed]` : value]),
    );
  });

  it('counts what the parts of Locus itself hold', async () => {
    const workbook = workbookOf();
    workbook.parts.held.push('<a xmlns="urn:x">fine</a>', '<a xmlns="urn:locus:x">mine</a>');
    expect((await workbook.check()).locusBytes).toBe(31);
  });

  it('leaves alone what a person has changed meanwhile', async () => {
    const workbook = workbookOf({ Stores: [[KEY, `="${KEY}"`]] });
    workbook.contents.plant('note', 'Stores!A1', KEY);
    const checked = await workbook.check();
    workbook.sheet.set('Stores!A1', [['MG Road', '=1+1']]);
    const note = { kind: 'note', id: 'Stores!A1', label: '', address: undefined } as const;
    const place = { ...note, field: 'text', repair: 'replace' } as const;
    await workbook.contents.contents.change(place, KEY, 'mine');
    expect(await workbook.fixAll(checked)).toEqual([]);
    expect(workbook.sheet.read('Stores!A1:B1')).toEqual([['MG Road', '=1+1']]);
    expect(workbook.contents.texts('note')).toEqual({ 'Stores!A1': 'mine' });
  });

  it('says what could not be looked at, and looks at the rest', async () => {
    const workbook = workbookOf({ Stores: [[KEY]], Places: [[KEY]] });
    workbook.contents.fail('cells Places');
    const checked = await workbook.check();
    expect(checked.findings).toHaveLength(1);
    expect(checked.troubles).toEqual(['This cannot be read now.']);
  });

  it('says what could not be changed', async () => {
    const workbook = workbookOf({ Stores: [[KEY]] });
    const checked = await workbook.check();
    workbook.sheet.fail('The sheet is protected.');
    workbook.contents.fail('nothing');
    expect(await workbook.fixAll(checked)).toEqual(['The sheet is protected.']);
  });

  it('ends when it is called off', async () => {
    const workbook = workbookOf({ Stores: [[1]], Places: [[KEY]] });
    const calledOff = new AbortController();
    const read: string[] = [];
    workbook.contents.onRead((area) => {
      read.push(area);
      calledOff.abort();
    });
    expect(await workbook.checkWith({ signal: calledOff.signal })).toEqual({ kind: 'cancelled' });
    expect(read).toEqual(['cells Stores']);
  });

  it('lets the page go on between its steps, however much there is to read', async () => {
    let now = 0;
    let longest = 0;
    let since = 0;
    const clock = {
      // Each look at the clock is a step of work, of two milliseconds.
      elapsed: () => (now += 2),
      schedule: (_ms: number, run: () => void) => {
        longest = Math.max(longest, now - since);
        since = now;
        queueMicrotask(run);
        return () => undefined;
      },
    };
    const cells = Array.from({ length: 8 }, (_, row) => [`MG Road ${row}`, 'x'.repeat(40_000)]);
    await workbookOf({ Stores: cells }).checkWith({ clock });
    expect(longest).toBeLessThan(50);
    expect(longest).toBeGreaterThan(0);
  });

  it('tells how far it is, from nothing to all', async () => {
    const told: number[] = [];
    const cells = Array.from({ length: 80 }, () => Array.from({ length: 8 }, () => 'x'));
    await workbookOf({ Stores: cells }).checkWith({ onProgress: (share) => told.push(share) });
    expect(told).toEqual([...told].sort((one, other) => one - other));
    expect(Math.min(...told)).toBeGreaterThan(0);
    expect(Math.max(...told)).toBeLessThanOrEqual(1);
  });
});

const PLACES = [
  'cell',
  'formula',
  'shown',
  'name',
  'comment',
  'note',
  'setting',
  'property',
  'part',
  'sheet',
] as const;

describe('a key in any place, written in any way', () => {
  it('is found, is gone when it is fixed, and is nowhere in what the check says', async () => {
    const written = fc.constantFrom(...Object.keys(WRITINGS));
    const keys = fc.array(
      fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789_-'),
      { minLength: 20, maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(
        keys,
        written,
        fc.constantFrom(...PLACES),
        fc.nat(20),
        async (letters, how, where, row) => {
          const key = letters.join('');
          const text = WRITINGS[how]?.(key) ?? key;
          const workbook = workbookOf({ Stores: [['Address']] });
          plant(workbook, where, text, row);
          const checked = await workbook.check([key]);
          expect(checked.findings.length).toBeGreaterThan(0);
          const said = JSON.stringify(checked);
          expect(said).not.toContain(key);
          expect(said).not.toContain(text);
          expect(await workbook.fixAll(checked)).toEqual([]);
          expect((await workbook.check([key])).findings).toEqual([]);
        },
      ),
      { numRuns: 80 },
    );
  });
});

function plant(
  { sheet, parts, contents }: Workbook,
  where: (typeof PLACES)[number],
  text: string,
  row: number,
): void {
  const cell = `Stores!B${row + 1}`;
  const literal = text.startsWith('=') ? `'${text}` : text;
  switch (where) {
    case 'cell':
      return sheet.set(cell, [[literal]]);
    case 'formula':
      return sheet.set(cell, [[`=A1&"${text.replaceAll('"', '""')}"`]]);
    case 'shown':
      sheet.set(cell, [['=A1&A2']]);
      return sheet.show(cell, text);
    case 'part':
      return void parts.held.push(
        `<a xmlns="urn:x">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</a>`,
      );
    case 'sheet':
      return sheet.rename('Stores', text);
    default:
      return contents.plant(where, cell, text);
  }
}
