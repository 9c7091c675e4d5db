import { createSelection } from '../../src/excel/pane-host';
import { startPlayedExcel } from './played/excel-api';

const excel = startPlayedExcel();
const page = new EventTarget();
let change: () => void;

beforeAll(() => {
  Object.assign(globalThis, { window: page });
  const document = { addHandlerAsync: (_type: string, handler: () => void) => (change = handler) };
  Object.assign(Office, { EventType: { DocumentSelectionChanged: 'documentSelectionChanged' } });
  Object.assign(Office.context, { document });
});

test('what is selected is known under its sheet’s new name when a person turns to the pane', async () => {
  const workbook = excel.open(['Sheet1']);
  workbook.select('B2');
  const selection = createSelection();
  const next = () => new Promise((resolve) => selection.subscribe(resolve));
  expect(await next()).toBe('Sheet1!B2');
  workbook.select('C3');
  change();
  expect(await next()).toBe('Sheet1!C3');
  // Excel does not call this a change of the selection.
  excel.rename('Sheet1', 'My stores');
  page.dispatchEvent(new Event('focus'));
  expect(await next()).toBe("'My stores'!C3");
  // While a person types in a cell, Excel answers nothing.
  excel.failWhen(() => 'InvalidOperationInCellEditMode');
  page.dispatchEvent(new Event('focus'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(selection.current()).toBe("'My stores'!C3");
  change();
  expect(await next()).toBeUndefined();
});

test('where every request takes away what can be undone, moving about in the sheet makes none', async () => {
  const workbook = excel.open(['Sheet1']);
  excel.withApi('1.18');
  const selection = createSelection();
  const next = () => new Promise((resolve) => selection.subscribe(resolve));
  expect(await next()).toBe('Sheet1!A1');
  workbook.undoSteps = 3;
  const told: (string | undefined)[] = [];
  selection.subscribe((address) => void told.push(address));
  for (const cell of ['B2', 'C3', 'D4']) {
    workbook.select(cell);
    change();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(workbook.undoSteps).toBe(3);
  // Better none than the one before.
  expect(told).toEqual([undefined]);
  page.dispatchEvent(new Event('focus'));
  expect(await next()).toBe('Sheet1!D4');
});
