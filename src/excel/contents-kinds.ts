import type { TextKind, TextPlace, WorkbookText } from '../addin/spreadsheet/workbook-contents';

/** A kind of text that a workbook holds outside its cells, and how to reach it in Excel. */
export interface ContentsKind {
  readonly kind: TextKind;
  /** The version of ExcelApi that it needs, such as `1.10`. */
  readonly since: string;
  /** Names the kind for a person, if this Excel gives no access to it. */
  words(this: void): string;
  read(context: Excel.RequestContext): Promise<WorkbookText[]>;
  /** Queues the change of the text at a place. */
  change(context: Excel.RequestContext, place: TextPlace, after: string | null): void;
}

/** A text at a place; what the place does not say has its usual value. */
export function textOf(
  place: Partial<TextPlace> & Pick<TextPlace, 'kind' | 'id' | 'label'>,
  text: string,
): WorkbookText {
  return { place: { field: 'text', address: undefined, repair: 'replace', ...place }, text };
}

/** What Excel gives as text may be a number, a boolean or nothing. */
export function asText(given: unknown): string {
  if (given === null || given === undefined) return '';
  return typeof given === 'string' ? given : (JSON.stringify(given) ?? '');
}

/** The sheets, each with its id and name. */
export async function namedSheets(context: Excel.RequestContext): Promise<Excel.Worksheet[]> {
  const { worksheets } = context.workbook;
  worksheets.load('items/id,items/name');
  await context.sync();
  return worksheets.items;
}
