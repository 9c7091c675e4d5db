import { textToFile } from '../../engine/places/workbook-text';

/** The start of every XML part. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const SHEET_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

export const RELATIONS_NAMESPACE =
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Collects the texts of a workbook's cells, each once. */
export interface StringTable {
  numberOf(text: string): number;
  /** Returns the part with all texts, in pieces. Call it last. */
  part(): string[];
}

/** Creates an empty table. */
export function createStringTable(): StringTable {
  const numbers = new Map<string, number>();
  let uses = 0;
  return {
    numberOf(text) {
      uses += 1;
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    },
    part: () => [
      `${XML_DECLARATION}<sst xmlns="${SHEET_NAMESPACE}" count="${uses}" uniqueCount="${numbers.size}">`,
      ...[...numbers.keys()].map((text) => `<si>${textElement(text)}</si>`),
      '</sst>',
    ],
  };
}

/** Writes a text element. Readers keep white space at its ends only if the element says so. */
export function textElement(text: string): string {
  const space = /^\s|\s$|\n|\t/.test(text) ? ' xml:space="preserve"' : '';
  return `<t${space}>${textToFile(text)}</t>`;
}
