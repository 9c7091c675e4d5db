import { readColumns } from '../../../src/engine/places/column-roles';
import type { CellContent } from '../../../src/engine/places/cell';
import { choiceFault, completeColumns, guessChoice } from '../../../src/engine/places/place-choice';

/** Cells are told apart by |. */
function rowOf(line: string): CellContent[] {
  return line.split('|').map((cell) => {
    const text = cell.trim();
    return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
  });
}

/** The letters of the columns that are sent: `B + C`, `C, B + D`; or what a person is asked. */
function found(...lines: string[]): string {
  const values = lines.map(rowOf);
  const columns = readColumns({ values, table: undefined });
  const choice = guessChoice({ block: { columns: values[0]?.length ?? 0 }, columns });
  const place = completeColumns(choice, true);
  if (place?.kind !== 'address') return choiceFault(choice, true, columns) ?? 'coordinates';
  const letter = (column: number): string => 'ABCDEF'[column] ?? '';
  const parts = place.parts.map(letter).join(', ');
  return place.pincode === undefined ? parts : `${parts} + ${letter(place.pincode)}`;
}

const ASKS_ADDRESS = 'Locus can’t tell which column has the addresses. Choose it.';
const ASKS_PINCODE = 'Locus can’t tell which column has the pincodes. Choose it.';

describe('in a list without headers, the places are', () => {
  it.each<[what: string, found: string, ...lines: string[]]>([
    [
      'in the column of towns, however long the names of the shops are',
      'B + C',
      'Sharma Stores | Bengaluru | 560001',
      'Gupta Kirana and General Stores | Mumbai | 400050',
      'Lakshmi Medicals | Chennai | 600017',
    ],
    [
      'in the column of towns that end as many do',
      'B + C',
      'Asha Kapur | Shikarpur | 577427',
      'Ravi Kumar | Sasaram | 821115',
      'Meera Rao | Ramgarh | 829122',
    ],
    [
      'in the column of towns, though shops are called after towns',
      'B + C',
      'Pune Sweets | Pune | 411001',
      'Delhi Darbar Restaurant | New Delhi | 110001',
      'Madras Cafe | Chennai | 600017',
    ],
    [
      'in the column of towns, whatever is beside it and wherever it stands',
      'A + C',
      'Bengaluru | Asha Rao | 560001 | open',
      'Gurgaon | Ravi Kumar | 122001 | shut',
    ],
    [
      'in the town and the street, as an address has them',
      'B, A + C',
      'Bengaluru | 80 Feet Road, Koramangala | 560034',
      'Mumbai | Linking Road | 400050',
    ],
    [
      'in the locality, which is more than its town',
      'B, A + C',
      'Bengaluru | HSR Layout | 560102',
      'Chennai | Anna Nagar | 600040',
      'Pune | Sector 7 | 411044',
    ],
    [
      'in the town alone where nobody knows the locality, which a person may add',
      'A + C',
      'Bengaluru | Koramangala | 560034',
      'South Delhi | Saket | 110017',
      'Mumbai Suburban | Andheri | 400058',
    ],
    [
      'in streets beside the names of shops that are called after streets',
      'B + C',
      'MG Road Cafe | 12 MG Road | 560001',
      'Hill Road Sweets | 5 Hill Road | 400050',
    ],
    [
      'in towns with their states, and in both columns where they are two',
      'B, C + D',
      'Sharma Stores | Nashik | Maharashtra | 422001',
      'Gupta Stores | Madurai | Tamil Nadu | 625001',
    ],
    ['in Hindi', 'B + C', 'शर्मा स्टोर्स | दिल्ली | 110001', 'गुप्ता किराना | गाज़ियाबाद | 201001'],
    ['in Tamil', 'B + C', 'லட்சுமி ஸ்டோர்ஸ் | சென்னை | 600017', 'முருகன் கடை | மதுரை | 625001'],
    ['in Tamil streets', 'B + C', 'லட்சுமி | அண்ணா சாலை | 600002', 'முருகன் | காந்தி தெரு | 625001'],
    ['in Telugu and Kannada', 'B + C', 'శ్రీ స్టోర్స్ | హైదరాబాద్ | 500001', 'ಶ್ರೀ ಅಂಗಡಿ | ಬೆಂಗಳೂರು | 560001'],
    [
      'in towns of which a few are too small to be known',
      'B + C',
      'A | Pune | 411001',
      'B | Wai | 412803',
      'C | Satara | 415001',
      'D | Sangli | 416416',
    ],
    [
      'in an address that says where a shop is',
      'A + B',
      'Sharma Stores, 12 MG Road, Bengaluru | 560001',
      'Gupta Stores, 5 Hill Road, Mumbai | 400050',
    ],
    ['in an address with its pincode', 'A', 'Sharma Stores 560001', 'Gupta Kirana, 400 050'],
    [
      'beside the pincodes, not beside round sums or numbers that are no pincodes',
      'B + C',
      'Sharma Stores | Bengaluru | 560001 | 125000 | 104822',
      'Gupta Stores | Mumbai | 400050 | 340500 | 298417',
    ],
    [
      'under headers that mean nothing as they are without any',
      'B + C',
      'A | B | C',
      'Sharma Stores | Bengaluru | 560001',
      'Gupta Stores | Mumbai | 400050',
    ],
    [
      'under headers that a program made up, too',
      'B + C',
      'Column1 | Column2 | Column3',
      'Sharma Stores | Bengaluru | 560001',
      'Gupta Stores | Mumbai | 400050',
    ],
  ])('%s', (_what, expected, ...lines) => {
    expect(found(...lines)).toBe(expected);
  });
});

describe('a person is asked before any call', () => {
  it.each<[what: string, asks: string, ...lines: string[]]>([
    [
      'where no column is known to hold places',
      ASKS_ADDRESS,
      'Sharma Stores | Asha Rao | 560001',
      'Gupta Stores | Ravi Kumar | 400050',
    ],
    [
      'where shops are all that is beside the pincodes',
      ASKS_ADDRESS,
      'Pune Sweets | 411001',
      'Delhi Darbar Restaurant | 110001',
    ],
    [
      'where words are that nobody knows',
      ASKS_ADDRESS,
      'Zyx Abc Defgh | 411001',
      'Qwe Rty Uiop | 110001',
    ],
    [
      'where two columns are towns, such as from and to',
      ASKS_ADDRESS,
      'Pune | Mumbai | 400050',
      'Delhi | Chennai | 600017',
    ],
    [
      'where two columns are streets, such as billing and shipping',
      ASKS_ADDRESS,
      '12 MG Road | 5 Hill Road | 400050',
      '9 Park Street | 7 Lake Road | 600017',
    ],
    [
      'where states are all that is known',
      ASKS_ADDRESS,
      'Sharma Stores | Karnataka | 560001',
      'Gupta Stores | Maharashtra | 400050',
    ],
    [
      'where two columns look like pincodes, such as a turnover',
      ASKS_PINCODE,
      'Sharma Stores | 125340 | Bengaluru | 560001',
      'Gupta Stores | 340512 | Mumbai | 400050',
    ],
  ])('%s', (_what, asks, ...lines) => {
    expect(found(...lines)).toBe(asks);
  });

  it('also where only scores are wanted, which need no pincode', () => {
    const values = ['Sharma Stores | 125340 | Bengaluru | 560001'].map(rowOf);
    const columns = readColumns({ values, table: undefined });
    const choice = guessChoice({ block: { columns: 4 }, columns });
    expect(completeColumns(choice, false)).toBeUndefined();
    expect(choiceFault(choice, false, columns)).toBe(ASKS_PINCODE);
  });

  it('about nothing in a list that has coordinates, or no places at all', () => {
    const points = ['Sharma Stores | 12.93521 | 77.62451', 'Gupta Stores | 19.05961 | 72.82951'];
    expect(found(...points)).toBe('coordinates');
    const words = readColumns({ values: [['red', 'round']], table: undefined });
    expect(words.unsure).toEqual([]);
  });
});

it('a header counts more than what stands below it', () => {
  expect(found('Name | City | Address | Pincode', 'A | Pune | Sharma Stores | 411001')).toBe(
    'C, B + D',
  );
});
