import { namesIn } from '../functions/call-elements';
import { formatArea, parseArea } from '../spreadsheet/cell-address';
import { locusCalls } from '../spreadsheet/locus-calls';
import type { Sheet } from '../spreadsheet/sheet';
import { argumentOf } from '../spreadsheet/signatures';

/** More would be a list of its own. */
const MOST_NAMES = 50;
/** The most headers to read: a list of thousands of rows has only one for each column. */
const MOST_CELLS = 50;

/** The names that the workbook's formulas ask for, those of the last formulas first. */
export async function usedNames(
  sheet: Pick<Sheet, 'formulas' | 'readBlock'>,
): Promise<readonly string[]> {
  const reading = await sheet.formulas();
  if (reading.kind === 'failed') return [];
  const written = new Set<string>();
  for (const located of [...reading.formulas].reverse()) {
    for (const call of locusCalls(located.formula)) {
      const names = argumentOf(call, 'variables');
      if (names === undefined) continue;
      const area = parseArea(names);
      if (area === undefined) written.add(names);
      else written.add(formatArea({ ...area, sheet: area.sheet ?? located.sheet }));
    }
  }
  const names = new Set<string>();
  let cells = 0;
  for (const argument of written) {
    if (names.size >= MOST_NAMES) break;
    if (parseArea(argument) === undefined) addAll(namesIn(argument), names);
    else if ((cells += 1) <= MOST_CELLS) addAll(await namesAt(argument, sheet), names);
  }
  return [...names].slice(0, MOST_NAMES);
}

async function namesAt(address: string, sheet: Pick<Sheet, 'readBlock'>): Promise<string[]> {
  const reading = await sheet.readBlock(address);
  if (reading.kind !== 'block') return [];
  return reading.block.values.flat().flatMap((cell) => (typeof cell === 'string' ? [cell] : []));
}

function addAll(texts: readonly string[], names: Set<string>): void {
  for (const text of texts) {
    const name = text.trim().toLowerCase();
    if (/^[a-z0-9_]+$/.test(name)) names.add(name);
  }
}
