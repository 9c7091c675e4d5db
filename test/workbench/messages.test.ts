import { createCellError, customDataOf, messageOf } from '../../src/workbench/cell-error';

const custom = customDataOf(createCellError('not-available', 'No key on this device.'));

it('a cell that shows the error has its message', () => {
  expect(messageOf({ v: '#N/A', custom })).toBe('No key on this device.');
});

it('a message does not outlive its error', () => {
  expect(messageOf({ v: 12, custom })).toBeNull();
  expect(messageOf({ v: '', custom })).toBeNull();
  expect(messageOf({ v: '#VALUE!', custom })).not.toBe('No key on this device.');
});

it('an error of the spreadsheet itself is explained', () => {
  expect(messageOf({ v: '#SPILL!' })).toMatch(/Clear them/);
});

it('a cell without an error has none', () => {
  for (const v of [undefined, null, 0, '', 'text', true, '#BUSY!']) {
    expect(messageOf({ v })).toBeNull();
  }
});

it.each([null, 5, 'text', [], {}, { locusError: null }, { locusError: { text: 1, message: 2 } }])(
  'custom data of another kind (%j) is no message',
  (other) => expect(messageOf({ v: '#N/A', custom: other })).toBe('No value is available.'),
);
