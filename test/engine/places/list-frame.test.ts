import { findList } from '../../../src/engine/places/list-frame';
import type { CellContent } from '../../../src/engine/places/cell';

/** Rows by line, cells by |; what reads as a number is one. */
function grid(text: string): CellContent[][] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.slice(1, -1).map((line) =>
    line.split('|').map((cell) => {
      const trimmed = cell.trim();
      if (trimmed === '') return null;
      return Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
    }),
  );
}

/** `header row / first row / columns`, rows counted from 1. */
function found(text: string, headerRow?: number | 'none'): string {
  const frame = findList(grid(text), headerRow);
  if (frame.kind === 'unsure') return `unsure ${frame.expectedRow + 1}`;
  const header = frame.headerRow === undefined ? 'none' : frame.headerRow + 1;
  return `${header} / ${frame.firstRow + 1} / ${frame.firstColumn + 1}-${frame.lastColumn + 1}`;
}

describe('the list in a grid', () => {
  it('is where a person says', () => {
    const text = '\nx | 1 | 2\n y | 3 | 4\n z | 5 | 6\n';
    expect(found(text, 1)).toBe('2 / 3 / 1-3');
    expect(found(text, 'none')).toBe('none / 1 / 1-3');
  });

  it('is nowhere in a sheet of nothing', () => {
    expect(findList([])).toEqual({ kind: 'unsure', expectedRow: 0 });
    expect(findList([[null], ['', ' ']])).toEqual({ kind: 'unsure', expectedRow: 0 });
  });
});
