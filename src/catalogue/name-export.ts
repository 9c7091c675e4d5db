import Papa from 'papaparse';

import type { DescribedName } from './catalogue-entry';
import { guarded } from './formula-guard';

/**
 * The names as a CSV file's text, which reading gives back as they are: a column for each thing
 * that is known, and the other columns of their lists. What a spreadsheet would take for a formula
 * has an apostrophe before it. A byte order mark lets Excel see that it is UTF-8.
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
  return `\uFEFF${Papa.unparse([header.map(guarded), ...rows], { newline: '\r\n' })}\r\n`;
}
