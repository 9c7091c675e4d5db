import { createFirstCells } from '../../../src/addin/problems/problem-groups';

function firstOf(most: number, addresses: readonly string[]): readonly string[] {
  const first = createFirstCells<{ readonly address: string }>(most);
  for (const address of addresses) first.offer({ address });
  return first.inOrder().map(({ address }) => address);
}

describe('the first cells', () => {
  it('come row by row, from left to right, by number and not by letter', () => {
    const addresses = ['S!D29', 'S!AA19', 'S!D19', 'S!D9', 'S!B100', 'S!E9'];
    expect(firstOf(10, addresses)).toEqual(['S!D9', 'S!E9', 'S!D19', 'S!AA19', 'S!D29', 'S!B100']);
  });

  it('come sheet by sheet, the tenth after the ninth, in quotes or not', () => {
    const addresses = ['Sheet10!A1', "'My stores'!A1", 'Sheet9!B7', 'Areas!A2', "'It!s'!A1"];
    expect(firstOf(10, addresses)).toEqual([
      'Areas!A2',
      "'It!s'!A1",
      "'My stores'!A1",
      'Sheet9!B7',
      'Sheet10!A1',
    ]);
  });

  it('are as many as are wanted, and the same in whatever order they come', () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => `S!C${(index * 7919) % 2_000}`);
    const wanted = Array.from({ length: 100 }, (_, index) => `S!C${index + 1}`);
    expect(firstOf(100, rows)).toEqual(wanted);
    expect(firstOf(100, [...rows].reverse())).toEqual(wanted);
  });

  it('are followed by whatever is no cell, as it came', () => {
    const addresses = ['S!<b>', 'S!#REF!', 'S!B2', '', 'S!A1', 'S!$A$1', 'S!12', 'S!A'];
    expect(firstOf(3, ['S!<b>', 'S!A', 'S!B2'])).toEqual(['S!B2', 'S!<b>', 'S!A']);
    expect(firstOf(10, addresses)).toHaveLength(addresses.length);
  });
});
