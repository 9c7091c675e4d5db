import type { CellContent } from './cell';
import type { BlockColumn } from './column-candidates';
import { cellNumber } from './column-content';
import { wordsOf } from './header-words';

/**
 * Whether a column's numbers say how much, or only which one: `Sl No`, a phone, a pincode, a year.
 */
type NumberUse = 'measure' | 'doubtful' | 'name';

/**
 * Returns the columns of numbers by which places can be compared. Doubtful ones come last. Columns
 * that only name something, such as IDs, are left out.
 *
 * @param cellsOf returns undefined for a column that is known to measure something.
 */
export function measuresFirst(
  columns: readonly BlockColumn[],
  cellsOf: (column: BlockColumn) => readonly CellContent[] | undefined,
): readonly BlockColumn[] {
  const used = columns.map((column) => {
    const cells = cellsOf(column);
    return { column, use: cells === undefined ? 'measure' : numberUse(column, cells) };
  });
  return (['measure', 'doubtful'] as const).flatMap((wanted) =>
    used.filter(({ use }) => use === wanted).map(({ column }) => column),
  );
}

/** The last word counts: `Store ID` is a name, while `ID checks` and `Mobile sales` are measures. */
const NAMES = endingWith(
  'id ids uid uuid guid objectid fid gid rowid code codes pin pincode zip zipcode postcode plz ' +
    'serial sl sno slno srno sku upc ean isbn barcode ref reference ifsc micr gst gstin fssai ' +
    'phone phones telephone tel mobile mob fax whatsapp landline contact ' +
    'क्रमांक क्रम कोड पिनकोड पिन फ़ोन फोन मोबाइल',
);
/** These are names only if no two numbers are equal: `Number` may be a count. */
const NUMBERED = endingWith('no nr num number sr s');
/** The same words at the start: `id_store`. */
const BEGINNING = /^(?:id|code|sl|sr|serial|s) (?:no\b|store|shop|site|outlet|branch|customer)/;
/** `No of shops`, `Contacts per day`. */
const COUNTED = /\b(?:of|per|total|count|avg|average|sum|mean|share)\b/;
const MOST = 0.8;
/** Fewer numbers may follow each other by chance. */
const FEW = 3;

function numberUse({ header, content }: BlockColumn, cells: readonly CellContent[]): NumberUse {
  const numbers = cells.flatMap((cell) => cellNumber(cell) ?? []);
  const isMost = (count: number, all = numbers.length): boolean => count >= all * MOST;
  if (numbers.length > 0 && !isMost(numbers.filter(Number.isInteger).length)) return 'measure';
  const text = wordsOf(header).join(' ');
  const areUnique = new Set(numbers).size === numbers.length;
  const steps = numbers.slice(1).filter((number, index) => number === (numbers[index] ?? 0) + 1);
  const isSerial = numbers.length >= FEW && isMost(steps.length, numbers.length - 1);
  const isNamed = NAMES.test(text) || BEGINNING.test(text) || (areUnique && NUMBERED.test(text));
  if (!COUNTED.test(text) && (isNamed || (isSerial && text === ''))) return 'name';
  const long = numbers.filter((number) => number >= 6e9);
  const years = numbers.filter((number) => number >= 1900 && number <= 2100);
  const isDoubtful =
    isSerial ||
    content.looksLikePincode ||
    (numbers.length >= FEW && isMost(years.length)) ||
    (areUnique && numbers.length >= FEW && isMost(long.length));
  return isDoubtful ? 'doubtful' : 'measure';
}

/** A header that ends with one of these words, whatever number follows: `Phone 2`, `PIN code no`. */
function endingWith(words: string): RegExp {
  return new RegExp(
    `(?:^| )(?:${words.replaceAll(' ', '|')})(?: (?:no|nr|num|number))?(?: \\d+)?$`,
  );
}
