import { TextDecoder, TextEncoder } from 'node:util';

import { findKeysInFile } from '../../../src/addin/share/keys-in-file';
import { createFakeSheet } from '../spreadsheet/fake-sheet';
import { createFakeWorkbookContents } from '../spreadsheet/fake-workbook-contents';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';
import { STILL } from '../workbook/tables';

Object.assign(globalThis, { TextDecoder, TextEncoder });
const KEY = 'sk-live-9fQ2xT7LmZ04bKcR8vWyE1uH';

function partsOf(cell: string) {
  const sheet = createFakeSheet({ Stores: [['Key', cell]] });
  const contents = createFakeWorkbookContents(sheet, createFakeWorkbookParts()).contents;
  const { signal } = new AbortController();
  return { sheet, parts: { contents, sheet: sheet.sheet, clock: STILL, keys: [KEY], signal } };
}

it('a key in a cell is found before a file is saved, its place is named, and it is removed', async () => {
  const { sheet, parts } = partsOf(`use ${KEY}`);
  const keys = await findKeysInFile(parts);
  expect(keys?.text).toBe('The file would contain your API key: Cell Stores!B1.');
  expect(await keys?.remove()).toEqual([]);
  expect(sheet.read('Stores!B1')).toEqual([['use [removed]']]);
  expect(await findKeysInFile(parts)).toBeUndefined();
});

it('nothing is said of a workbook without a key', async () => {
  expect(await findKeysInFile(partsOf('use it').parts)).toBeUndefined();
});
