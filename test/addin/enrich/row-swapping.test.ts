import { swapRows, swappedRows, type LocatedRow } from '../../../src/addin/enrich/row-swapping';
import type { Notice } from '../../../src/addin/pane/parts/use-noticed-steps';
import { surveyPlaces } from '../../../src/addin/enrich/place-rows';
import type {
  BlockToWrite,
  Sheet,
  WriteOptions,
  WrittenBlock,
} from '../../../src/addin/spreadsheet/sheet';
import { createFakeSheet } from '../spreadsheet/fake-sheet';
import { listOf } from './list-of-places';

function rowsOf(pairs: readonly (readonly [number, number])[]): readonly LocatedRow[] {
  return pairs.map(([lat, lng], row) => ({ row, lat, lng }));
}
const swappedIn = (pairs: readonly (readonly [number, number])[]): number[] =>
  swappedRows(rowsOf(pairs)).map(({ row }) => row);

describe('single rows that look swapped', () => {
  it.each<[string, [number, number][], number[]]>([
    [
      'one in Bengaluru',
      [
        [12.9, 77.6],
        [12.8, 77.5],
        [77.6, 12.9],
        [13, 77.7],
      ],
      [2],
    ],
    [
      'one among cities far apart',
      [
        [28.6, 77.2],
        [19.1, 72.9],
        [72.9, 19.1],
        [22.6, 88.4],
        [13.1, 80.3],
      ],
      [2],
    ],
    [
      'one in Germany',
      [
        [52.5, 13.4],
        [48.1, 11.6],
        [50.1, 8.7],
        [13.4, 52.5],
        [53.6, 10],
      ],
      [3],
    ],
    [
      'one beyond what a latitude can be',
      [
        [35.7, 139.7],
        [34.7, 135.5],
        [139.7, 35.7],
        [35.2, 136.9],
      ],
      [2],
    ],
    [
      'none where all lie together',
      [
        [12.9, 77.6],
        [12.8, 77.5],
        [12.7, 77.4],
        [13, 77.7],
      ],
      [],
    ],
    [
      'none on another continent',
      [
        [12.9, 77.6],
        [12.8, 77.5],
        [40.7, -74],
        [13, 77.7],
      ],
      [],
    ],
    [
      'none where both ways lie there',
      [
        [10, 12],
        [11, 10],
        [12, 11],
        [10.5, 11.5],
      ],
      [],
    ],
    [
      'none of too few',
      [
        [12.9, 77.6],
        [77.6, 12.9],
      ],
      [],
    ],
    [
      'none where many are',
      [
        [12.9, 77.6],
        [77.6, 12.9],
        [12.8, 77.5],
        [77.5, 12.8],
      ],
      [],
    ],
  ])('are found: %s', (_, pairs, rows) => {
    expect(swappedIn(pairs)).toEqual(rows);
  });

  it('are told by a survey, with their rows in the sheet', async () => {
    const values = [
      ['Lat', 'Lng'],
      [12.9, 77.6],
      [12.8, 77.5],
      [77.6, 12.9],
      [13, 77.7],
    ];
    const survey = await surveyPlaces(
      listOf(values, { row: 4 }),
      { kind: 'coordinates', latitude: 0, longitude: 1 },
      { sheet: createFakeSheet().sheet, turn: () => Promise.resolve(), isWanted: () => true },
    );
    expect(survey).toMatchObject({ looksSwapped: false, swapped: [{ row: 7 }] });
  });
});

describe('swapping rows', () => {
  const PLACE = { sheet: 'Shops', latitude: 0, longitude: 1 };
  const ROWS = [
    { row: 0, lat: 77.6, lng: 12.9 },
    { row: 1, lat: 77.7, lng: 13 },
  ];

  it('writes both cells of each, and has a way back', async () => {
    const { sheet, read } = createFakeSheet({
      Shops: [
        [77.6, 12.9],
        [77.7, 13],
        [12.8, 77],
      ],
    });
    let undo: (() => Promise<Notice>) | undefined;
    const parts = { sheet, later: (run: () => Promise<Notice>) => void (undo = run) };
    const notice = await swapRows(PLACE, ROWS, parts);
    expect(notice.text).toBe('2 rows swapped.');
    expect(read('Shops!A1:B3')).toEqual([
      [12.9, 77.6],
      [13, 77.7],
      [12.8, 77],
    ]);
    notice.action?.run();
    await undo?.();
    expect(read('Shops!A1:B2')).toEqual([
      [77.6, 12.9],
      [77.7, 13],
    ]);
  });

  it('overwrites no formula', async () => {
    const { sheet, read } = createFakeSheet({
      Shops: [
        ['=C1', 12.9],
        [77.7, 13],
      ],
    });
    // The fake does not calculate.
    const readBlock: Sheet['readBlock'] = async (address) => {
      const reading = await sheet.readBlock(address);
      if (reading.kind !== 'block') return reading;
      const [, ...others] = reading.block.values;
      return { ...reading, block: { ...reading.block, values: [[77.6, 12.9], ...others] } };
    };
    const parts = { sheet: { ...sheet, readBlock }, later: () => undefined };
    const notice = await swapRows(PLACE, ROWS, parts);
    expect(notice.text).toBe('1 row swapped. 1 row with formulas left unchanged.');
    expect(read('Shops!A1:B2')).toEqual([
      ['=C1', 12.9],
      [13, 77.7],
    ]);
  });

  it.each([0, 1])('leaves rows alone whose values a formula spills into column %i', async (at) => {
    const { sheet, read } = createFakeSheet({
      Shops: [
        [77.6, 12.9],
        [77.7, 13],
      ],
    });
    const write: Sheet['write'] = (block, options) =>
      block.row === 0 && block.cells[0]?.[at] !== null
        ? Promise.resolve({ kind: 'occupied', addresses: [`Shops!${'AB'[at] ?? ''}1`], count: 1 })
        : sheet.write(block, options);
    const parts = { sheet: { ...sheet, write }, later: () => undefined };
    const notice = await swapRows(PLACE, ROWS, parts);
    expect(notice.text).toBe('1 row swapped. 1 row with formulas left unchanged.');
    expect(read('Shops!A1:B2')).toEqual([
      [77.6, 12.9],
      [13, 77.7],
    ]);
  });

  it('leaves rows alone where another place stands since', async () => {
    const { sheet, read } = createFakeSheet({
      Shops: [
        [12.8, 77],
        [77.7, 13],
        [77.6, 12.9],
      ],
    });
    const notice = await swapRows(PLACE, ROWS, { sheet, later: () => undefined });
    expect(notice.text).toBe('1 row swapped. 1 row changed since and left as is.');
    expect(read('Shops!A1:B3')).toEqual([
      [12.8, 77],
      [13, 77.7],
      [77.6, 12.9],
    ]);
  });

  it('leaves nothing half done where the sheet is protected', async () => {
    const { sheet, fail } = createFakeSheet({ Shops: [[77.6, 12.9]] });
    fail('The sheet is protected.');
    const notice = await swapRows(PLACE, ROWS, { sheet, later: () => undefined });
    expect(notice).toEqual({ tone: 'bad', text: 'The sheet is protected.' });
  });

  const SHOPS = [
    [77.6, 12.9],
    [77.7, 13],
  ];
  const SWAPPED = [
    [12.9, 77.6],
    [13, 77.7],
  ];

  it('is taken back of whole pairs alone, and says what was left', async () => {
    const { fake, press } = await swapped();
    // A person makes one of the latitudes more exact.
    fake.set('Shops!A1', [[12.9352]]);
    expect(await press()).toEqual({
      tone: 'good',
      text: '1 row swapped back. 1 row changed since and left as is.',
    });
    expect(fake.read('Shops!A1:B2')).toEqual([[12.9352, 77.6], SHOPS[1]]);
  });

  it('is not called taken back where no row was, and can still be', async () => {
    const { fake, press } = await swapped();
    fake.set('Shops!A1', [
      ['', ''],
      ['', ''],
    ]);
    expect(await press()).toMatchObject({
      tone: 'bad',
      text: '0 rows swapped back. 2 rows changed since and left as is.',
    });
    fake.set('Shops!A1', SWAPPED);
    expect(await press()).toEqual({ tone: 'good', text: 'Rows swapped back.' });
    expect(fake.read('Shops!A1:B2')).toEqual(SHOPS);
  });

  it('names the rows that could not be taken back, and goes on with them', async () => {
    const { fake, press } = await swapped();
    fake.fail('The sheet is protected.');
    expect(await press()).toMatchObject({
      tone: 'bad',
      text: 'The sheet is protected. Not swapped back: rows 1, 2.',
    });
    fake.fail(undefined);
    expect(await press()).toEqual({ tone: 'good', text: 'Rows swapped back.' });
    expect(fake.read('Shops!A1:B2')).toEqual(SHOPS);
  });

  it('asks the host once for each step, however many rows there are', async () => {
    const many = Array.from({ length: 2_000 }, (_, row) => [77 + row / 10_000, 12 + row / 10_000]);
    const fake = createFakeSheet({ Shops: many });
    const asked: string[] = [];
    const sheet = {
      ...fake.sheet,
      readBlock: (address: string) => {
        asked.push(`read ${address}`);
        return fake.sheet.readBlock(address);
      },
      write: (block: BlockToWrite, options?: WriteOptions) => {
        asked.push(`write ${String(block.cells.length)} rows`);
        return fake.sheet.write(block, options);
      },
      undo: (written: WrittenBlock) => {
        asked.push('undo');
        return fake.sheet.undo(written);
      },
    };
    const rows = many.flatMap(([lat = 0, lng = 0], row) =>
      row % 2 === 0 ? [{ row, lat, lng }] : [],
    );
    let step: (() => Promise<Notice>) | undefined;
    const notice = await swapRows(PLACE, rows, { sheet, later: (run) => void (step = run) });
    expect(notice.text).toBe('1,000 rows swapped.');
    notice.action?.run();
    expect(await step?.()).toEqual({ tone: 'good', text: 'Rows swapped back.' });
    expect(asked).toEqual([
      'read Shops!A1:B1999',
      'write 1999 rows',
      'read Shops!A1:B1999',
      'undo',
    ]);
    expect(fake.read('Shops!A1:B2000')).toEqual(many);
  });

  it('says what a protected sheet keeps it from, and can be taken back later', async () => {
    const { fake, notice, press } = await swapped(2, true);
    expect(notice).toMatchObject({
      tone: 'bad',
      text: 'The sheet is protected. Not swapped back: rows 1, 2.',
    });
    fake.fail(undefined);
    expect(await press()).toEqual({ tone: 'good', text: 'Rows swapped back.' });
    expect(fake.read('Shops!A1:B2')).toEqual([['=77.6', 12.9], SHOPS[1]]);
  });

  /** Two rows, swapped as far as the sheet lets it: from some write on it may be protected. */
  async function swapped(protectedFrom = Infinity, hasFormula = false) {
    const fake = createFakeSheet({ Shops: SHOPS });
    if (hasFormula) {
      fake.set('Shops!A1', [['=77.6']]);
      fake.show('Shops!A1', 77.6);
    }
    let writes = 0;
    const write: Sheet['write'] = (block, options) => {
      writes += 1;
      if (writes === protectedFrom) fake.fail('The sheet is protected.');
      return fake.sheet.write(block, options);
    };
    let step: (() => Promise<Notice>) | undefined;
    const sheet = { ...fake.sheet, write };
    let notice = await swapRows(PLACE, ROWS, { sheet, later: (run) => void (step = run) });
    const press = async (): Promise<Notice> => {
      notice.action?.run();
      notice = (await step?.()) ?? notice;
      return notice;
    };
    return { fake, notice, press };
  }
});
