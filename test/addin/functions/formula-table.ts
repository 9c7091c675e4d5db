import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The contents of formulas.json, the only place where outcomes of formulas are written. */
export interface FormulaTable {
  /** How the service of these tests answers, in words. */
  readonly service: readonly string[];
  readonly rows: readonly FormulaRow[];
}

export interface FormulaRow {
  readonly what: string;
  /** The help page that shows this row, and the formula's cell on that page. */
  readonly example?: { readonly page: string; readonly cell: string };
  readonly formula: string;
  /** Blocks of cells by their first cell. null is blank; "#N/A" and the like are errors. */
  readonly sheet?: Readonly<Record<string, readonly (readonly Content[])[]>>;
  /** One cell, or a spill. An error is its kind and, after a space, its message. */
  readonly shows: Content | readonly (readonly Content[])[];
  /** How many calls the service gets. */
  readonly calls: number;
  /** The calls' bodies where they matter, in any order; a score's body includes its model. */
  readonly sends?: readonly Readonly<Record<string, unknown>>[];
  /**
   * `distinct`: true only where a blank cell does not arrive as 0 (the web, the workbench);
   * `zero`: only where it does (the desktop). Left out: everywhere.
   */
  readonly blanks?: 'distinct' | 'zero';
  /** The workbook counts its days from 1904. */
  readonly uses1904Dates?: true;
  /** Why a host cannot be made to calculate this row. */
  readonly notIn?: Readonly<Partial<Record<TableHost, string>>>;
}

/** Where the table is calculated, besides in the functions themselves. */
export type TableHost = 'workbench' | 'excel';

export type Content = number | string | boolean | null;

export function readFormulaTable(): FormulaTable {
  const text = readFileSync(join(__dirname, 'formulas.json'), 'utf8');
  return JSON.parse(text, expanded) as FormulaTable;
}

/** The file stores a long text as a piece and the number of its repetitions. */
function expanded(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('repeat' in value)) return value;
  const { repeat, times } = value as { readonly repeat: string; readonly times: number };
  return repeat.repeat(times);
}
