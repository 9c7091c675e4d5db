import { isRecord } from '../../engine/contract/json-checks';
import type { XmlScanner } from './xml-scanner';

/**
 * A sheet's print settings: margins, headers, breaks. The workbench does not print, and stores the
 * file's elements under `custom`, by name.
 */
type Printing = Readonly<Record<string, string>>;

const FIELD = 'locusPrinting';
/** Belongs to the sheet's own properties. */
const OF_SHEET = 'pageSetUpPr';
/** In the order that the format requires. */
const OF_PAGES = [
  'printOptions',
  'pageMargins',
  'pageSetup',
  'headerFooter',
  'rowBreaks',
  'colBreaks',
];

/** Returns what a sheet stores under `custom` to be printed on one upright A4 page. */
export function onOnePage(margin: number): Record<string, unknown> {
  const inches = (millimetres: number): string => (millimetres / 25.4).toFixed(3);
  const sides = ['left', 'right', 'top', 'bottom'].map((side) => `${side}="${inches(margin)}"`);
  const printing: Printing = {
    pageSetUpPr: '<pageSetUpPr fitToPage="1"/>',
    printOptions: '<printOptions horizontalCentered="1"/>',
    pageMargins: `<pageMargins ${sides.join(' ')} header="0.3" footer="0.3"/>`,
    pageSetup: '<pageSetup paperSize="9" orientation="portrait" fitToWidth="1" fitToHeight="1"/>',
  };
  return { [FIELD]: printing };
}

/** Adds the element just opened. */
export function withPrinting(custom: unknown, xml: XmlScanner): Record<string, unknown> {
  const { name } = xml;
  const fields = isRecord(custom) ? custom : {};
  return { ...fields, [FIELD]: { ...printingIn(fields), [name]: xml.copy() } };
}

/** Returns the elements to write: those of the sheet's properties, and the others in order. */
export function printingOf(custom: unknown): { ofSheet: string; ofPages: readonly string[] } {
  const printing = printingIn(custom);
  return {
    ofSheet: printing[OF_SHEET] ?? '',
    ofPages: OF_PAGES.map((name) => printing[name] ?? ''),
  };
}

/** A workbook that the device has kept may hold anything there. */
function printingIn(custom: unknown): Printing {
  const printing = isRecord(custom) ? custom[FIELD] : undefined;
  if (!isRecord(printing)) return {};
  return Object.fromEntries(
    Object.entries(printing).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
