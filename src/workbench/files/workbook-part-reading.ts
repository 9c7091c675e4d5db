import { textFromFile } from '../../engine/places/workbook-text';
import { XmlScanner } from './xml-scanner';

/** What a workbook says about itself as a whole. */
export interface WorkbookPart {
  readonly sheets: readonly ListedSheet[];
  readonly names: readonly ListedName[];
  /** The index of the active sheet. */
  readonly activeSheet: number;
  readonly is1904: boolean;
}

export interface ListedSheet {
  readonly name: string;
  readonly relationId: string;
  readonly isHidden: boolean;
}

export interface ListedName {
  readonly name: string;
  /** Without the `=`. */
  readonly formula: string;
  /** The index of the only sheet in which it is valid; undefined for every sheet. */
  readonly sheet: number | undefined;
  readonly isHidden: boolean;
  readonly comment: string | undefined;
}

/** Undefined if the part is not a workbook. */
export function readWorkbookPart(text: string): WorkbookPart | undefined {
  const sheets: ListedSheet[] = [];
  const names: ListedName[] = [];
  let activeSheet = 0;
  let is1904 = false;
  let isWorkbook = false;
  const xml = new XmlScanner(text);
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event !== 'open') continue;
    if (xml.name === 'workbook') isWorkbook = true;
    else if (xml.name === 'workbookPr') is1904 = xml.isTrue('date1904');
    else if (xml.name === 'workbookView') activeSheet = Number(xml.attribute('activeTab') ?? 0);
    else if (xml.name === 'sheet') {
      sheets.push({
        name: textFromFile(xml.attribute('name') ?? ''),
        relationId: xml.attribute('id') ?? '',
        isHidden: (xml.attribute('state') ?? 'visible') !== 'visible',
      });
    } else if (xml.name === 'definedName') names.push(readName(xml));
    else if (xml.name === 'extLst') xml.skip();
  }
  return isWorkbook ? { sheets, names, activeSheet, is1904 } : undefined;
}

function readName(xml: XmlScanner): ListedName {
  const sheet = xml.attribute('localSheetId');
  const comment = xml.attribute('comment');
  return {
    name: textFromFile(xml.attribute('name') ?? ''),
    sheet: sheet === undefined ? undefined : Number(sheet),
    isHidden: xml.isTrue('hidden'),
    comment: comment === undefined ? undefined : textFromFile(comment),
    formula: textFromFile(xml.innerText()),
  };
}
