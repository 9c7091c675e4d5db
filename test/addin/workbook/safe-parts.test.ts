import { safeParts } from '../../../src/addin/workbook/safe-parts';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';

it('what an earlier Locus kept of formulas goes with the next thing that is saved', async () => {
  const former = ['<frozen xmlns="urn:locus:frozen"/>', '<a xmlns="urn:locus:frozen:set-aside"/>'];
  const { parts, held } = createFakeWorkbookParts([...former, '<b xmlns="urn:other"/>']);
  expect(await safeParts(parts).write('urn:mine', ['<c xmlns="urn:mine"/>'])).toEqual({
    kind: 'written',
  });
  expect(held).toEqual(['<b xmlns="urn:other"/>', '<c xmlns="urn:mine"/>']);
});
