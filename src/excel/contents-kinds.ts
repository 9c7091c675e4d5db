import type { TextKind, TextPlace, WorkbookText } from '../spreadsheet/workbook-contents';

/** A kind of text that a workbook holds beside its cells, and Excel's ways to it. */
export interface ContentsKind {
  readonly kind: TextKind;
  /** What it needs of Excel, as `1.10` of ExcelApi. */
  readonly since: string;
  /** For a person, where this Excel does not show it. */
  readonly words: string;
  read(context: Excel.RequestContext): Promise<WorkbookText[]>;
  /** Queues the change of the text at a place. */
  change(context: Excel.RequestContext, place: TextPlace, after: string | null): void;
}

/** A text at a place of which the usual things hold. */
export function textOf(
  place: Partial<TextPlace> & Pick<TextPlace, 'kind' | 'id' | 'label'>,
  text: string,
): WorkbookText {
  return { place: { field: 'text', address: undefined, repair: 'replace', ...place }, text };
}

/** What Excel gives as a text may be a number, a truth value or nothing. */
export function asText(given: unknown): string {
  if (given === null || given === undefined) return '';
  return typeof given === 'string' ? given : (JSON.stringify(given) ?? '');
}
