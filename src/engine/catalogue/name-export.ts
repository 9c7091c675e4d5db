import type { DescribedName } from './catalogue-store';
import { guarded } from './formula-guard';

/**
 * Writes names as the text of a CSV file, with a column for each detail and for every other column
 * of their lists. An import gives the same names again. A text that a spreadsheet would read as a
 * formula gets an apostrophe in front. A byte order mark tells Excel that the file is UTF-8.
 */
export function writeNames(names: readonly DescribedName[]): string {
  const columns = [
    ...new Set(names.flatMap(({ others = [] }) => others.map(({ column }) => column))),
  ];
  const header = ['name', 'title', 'unit', 'description', ...columns];
  const rows = names.map(({ name, title, unit, description, others = [] }) => {
    const byColumn = new Map(others.map(({ column, text }) => [column, text]));
    const fields = [title, unit, description, ...columns.map((column) => byColumn.get(column))];
    return [name, ...fields.map((field) => guarded(field ?? ''))];
  });
  return `\uFEFF${[header.map(guarded), ...rows].map(lineOf).join('')}`;
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

/** Quoted only if it holds something that has a meaning in a CSV file. */
function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
