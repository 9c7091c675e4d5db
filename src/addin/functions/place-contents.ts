import { fingerprint } from '../../engine/async/fingerprint';
import type { CellContent } from '../../engine/places/cell';
import { parseArea, wholeSheet, type CellArea } from '../spreadsheet/cell-address';
import { locusCalls, type LocusCall } from '../spreadsheet/locus-calls';
import type { CannotDo, LocatedFormula, Sheet } from '../spreadsheet/sheet';
import { placeArguments } from '../spreadsheet/signatures';

/** What a sheet holds now. */
export interface Contents {
  readonly kind: 'contents';
  /** Row by row; of another sheet, nothing. */
  contentOf(area: CellArea): readonly (readonly CellContent[])[];
}

export async function readContents(
  name: string,
  sheet: Pick<Sheet, 'readBlock'>,
): Promise<Contents | CannotDo> {
  const reading = await sheet.readBlock(wholeSheet(name));
  if (reading.kind === 'failed') return reading;
  const block = reading.kind === 'block' ? reading.block : undefined;
  const { row: top = 0, column: left = 0, values = [] } = block ?? {};
  return {
    kind: 'contents',
    contentOf: (area) =>
      (area.sheet ?? name) === name
        ? values
            .slice(Math.max(0, area.startRow - top), Math.max(0, area.endRow - top + 1))
            .map((line) =>
              line.slice(
                Math.max(0, area.startColumn - left),
                Math.max(0, area.endColumn - left + 1),
              ),
            )
        : [],
  };
}

/** The cells in which these calls find their places. */
export function placesOf(calls: readonly LocusCall[]): readonly CellArea[] {
  return calls.flatMap(placeArguments).flatMap((text) => parseArea(text) ?? []);
}

/** The same for the same formulas about the same places: it tells one workbook from others. */
export function markOf(
  formulas: readonly LocatedFormula[],
  { contentOf }: Pick<Contents, 'contentOf'>,
): number {
  const own = formulas.map(({ address, formula }) => {
    const places = placesOf(locusCalls(formula)).map(contentOf);
    return [address, formula, places];
  });
  return fingerprint(JSON.stringify(own));
}

/** The mark of one sheet's formulas; undefined if they cannot be read. */
export async function readMark(
  addresses: readonly string[],
  sheet: Pick<Sheet, 'formulas' | 'readBlock'>,
): Promise<number | undefined> {
  const meant = new Set(addresses);
  const reading = await sheet.formulas();
  if (reading.kind === 'failed') return undefined;
  const formulas = reading.formulas.filter(({ address }) => meant.has(address));
  const [first] = formulas;
  const contents = first && (await readContents(first.sheet, sheet));
  return contents?.kind === 'contents' ? markOf(formulas, contents) : undefined;
}
