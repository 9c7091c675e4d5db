import { insertPicture } from '../../src/excel/picture-insertion';
import { failedFor, startPlayedExcel } from './played/excel-api';
import type { PlayedWorkbook } from './played/played-workbook';

const excel = startPlayedExcel();
const beside = { sheet: 'Stores', row: 1, column: 0, rows: 9, columns: 3 };
const picture = { png: 'iVBORw0=', width: 800, height: 400, description: 'A map', beside };

let workbook: PlayedWorkbook;
beforeEach(() => void (workbook = excel.open(['Stores'])));

test('a picture goes beside the list, as large as it is on the screen, with what it shows', async () => {
  expect(await insertPicture(picture)).toEqual({ kind: 'inserted', address: 'Stores!E2' });
  expect(workbook.sheets[0]?.pictures).toEqual([
    {
      base64: 'iVBORw0=',
      left: 4 * 48,
      top: 15,
      width: 600,
      height: 300,
      isRatioLocked: true,
      description: 'A map',
      name: expect.stringMatching(/^locus-\w+$/) as string,
    },
  ]);
});

test('each further one is set off, so that none hides another', async () => {
  for (const png of ['one', 'two', 'three']) await insertPicture({ ...picture, png });
  expect(workbook.sheets[0]?.pictures.map(({ left, top }) => [left, top])).toEqual([
    [192, 15],
    [204, 27],
    [216, 39],
  ]);
});

test('the same is put there once, until a person has removed it', async () => {
  const [sheet] = workbook.sheets;
  for (const count of [1, 1]) {
    expect(await insertPicture(picture)).toEqual({ kind: 'inserted', address: 'Stores!E2' });
    expect(sheet?.pictures).toHaveLength(count);
  }
  sheet?.pictures.splice(0);
  await insertPicture(picture);
  await insertPicture({ ...picture, beside: { ...beside, columns: 5 } });
  expect(sheet?.pictures).toHaveLength(2);
});

test('a list that ends at the sheet’s edge has its picture within the sheet', async () => {
  const wide = { ...beside, columns: 16_384 };
  expect(await insertPicture({ ...picture, beside: wide })).toEqual({
    kind: 'inserted',
    address: 'Stores!XFD2',
  });
});

test('a protected sheet and one that is gone say so', async () => {
  const [sheet] = workbook.sheets;
  if (sheet !== undefined) sheet.isProtected = true;
  expect(await insertPicture(picture)).toEqual(failedFor(/^The sheet is protected/));
  const gone = { ...beside, sheet: 'Gone' };
  expect(await insertPicture({ ...picture, beside: gone })).toEqual(failedFor(/no longer exist/));
});
