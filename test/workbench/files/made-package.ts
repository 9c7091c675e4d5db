import { strToU8, zipSync } from 'fflate';

/** A workbook made by hand, of a sheet's part and others that take the place of the usual ones. */
export function madeWorkbook(
  sheet: string,
  others: Readonly<Record<string, string | Uint8Array>> = {},
): Uint8Array {
  const parts: Record<string, string | Uint8Array> = {
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', '/xl/styles.xml'],
      ['theme', 'theme/theme1.xml'],
    ]),
    'xl/worksheets/sheet1.xml': `<worksheet>${sheet}</worksheet>`,
    ...others,
  };
  const packed = Object.entries(parts).map(([name, part]) => [
    name,
    typeof part === 'string' ? strToU8(part) : part,
  ]);
  return zipSync(Object.fromEntries(packed) as Record<string, Uint8Array>);
}

export function relations(list: readonly (readonly [kind: string, target: string])[]): string {
  const written = list.map(
    ([kind, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/${kind}" Target="${target}"/>`,
  );
  return `<Relationships>${written.join('')}</Relationships>`;
}

/** The cells of a sheet's part. */
export function rows(cells: string): string {
  return `<sheetData>${cells}</sheetData>`;
}
