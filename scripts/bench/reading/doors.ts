import { readPlaceList } from '../../../src/addin/enrich/place-list';
import { UsageError } from '../../../src/cli/exit-code';
import { findInGrid, noListFault, reasonToLeaveOut } from '../../../src/cli/list-choice';
import { findPlaceColumns } from '../../../src/cli/place-columns';
import { createRowReader } from '../../../src/cli/row-reader';
import { FileFault } from '../../../src/cli/table';
import type { CellContent } from '../../../src/engine/places/cell';
import { columnLetters } from '../../../src/engine/places/column-letters';
import { leftOut } from '../../../src/engine/places/list-frame';
import { choiceFault, completeColumns, guessChoice } from '../../../src/engine/places/place-choice';
import type { PlaceColumns } from '../../../src/engine/places/place-choice';
import { columnsOf, readPlaceRow, sentText } from '../../../src/engine/places/place-row';
import type { KnownList } from './lists';

/** What is done with a list, by the command line or by the pane. */
export interface Outcome {
  /** `latitude Lat, longitude Lng`; or, where a person is asked first, `asks: ` and in which words. */
  readonly text: string;
  /** What becomes of a row, by its index: `12.9, 77.6`, `blank`, `bad`, `header`, `total`, `remark`. */
  rowAt(index: number): string;
}

type WantedList = Pick<KnownList, 'rows' | 'pincodes' | 'wanted'>;

/** Whether a pincode is needed: attributes come first, as a score can be asked for without one. */
function needsOf({ wanted }: WantedList): readonly boolean[] {
  return wanted === undefined ? [true, false] : [wanted === 'attributes'];
}

/** As a workbook is read: a text file says the same with texts alone. */
export async function atCommandLine(list: WantedList): Promise<Outcome> {
  const found = findInGrid(list.rows, {});
  if (typeof found === 'number') return asked(noListFault('The file', found).message);
  const { columns, headerRow, firstRow, firstColumn, lastColumn } = found;
  const rows = list.rows.map((row) => row.slice(firstColumn, lastColumn + 1).map(inFile));
  const table = {
    columns,
    found: [],
    firstRow: firstRow + 1,
    place: { headerRow: headerRow === undefined ? ('none' as const) : headerRow + 1 },
    leftOut: (row: readonly unknown[]) => reasonToLeaveOut(columns, row),
    rows: () => readAtOnce(rows.slice(firstRow)),
    check: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  let fault = '';
  for (const needsPincode of needsOf(list)) {
    try {
      const { place } = await findPlaceColumns(table, {}, needsPincode, list.pincodes);
      const wanted = needsPincode
        ? ({ kind: 'attributes', names: ['a'] } as const)
        : ({ kind: 'score', model: 'm', date: undefined, variables: [] } as const);
      const reader = createRowReader(table, place, wanted, list.pincodes);
      return {
        text: placeText(place, columns, firstColumn),
        rowAt(index) {
          const row = rows[index] ?? [];
          const reason = index < firstRow ? 'header' : table.leftOut(row);
          if (reason !== undefined) return reason;
          const reading = reader(row);
          const question = reading.kind === 'ask' ? reading.questions()[0] : undefined;
          return question === undefined ? reading.kind : sentText(question.place);
        },
      };
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof FileFault)) throw error;
      fault ||= error.message;
    }
  }
  return asked(fault);
}

/** A file has an error as its text. */
function inFile(cell: CellContent): unknown {
  return typeof cell === 'object' ? cell?.error : cell;
}

async function* readAtOnce<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  await Promise.resolve();
  yield rows;
}

export function inPane(list: WantedList): Outcome {
  const { rows } = list;
  const read = readPlaceList(
    {
      ...{ sheet: 'S', row: 0, column: 0, address: 'S!A1', values: rows, table: undefined },
      ...{ rows: rows.length, columns: rows[0]?.length ?? 0 },
    },
    undefined,
    list.pincodes,
  );
  const { block, columns } = read;
  const headers = columns.columns.map(({ header }) => header);
  const choice = guessChoice(read);
  let fault = '';
  for (const needsPincode of needsOf(list)) {
    const place = completeColumns(choice, needsPincode);
    const own = choiceFault(choice, needsPincode, columns);
    fault ||= own ?? '';
    if (place === undefined || own !== undefined) continue;
    if (columns.alternatives.length > 0) return asked('Each row has two places');
    const wanted = columnsOf(place);
    const rowAt = (index: number): string => {
      const cells = block.values[index - block.row] ?? [];
      const content = headers.map((_, column) => cells[column] ?? null);
      const isAbove = index - block.row < read.headRows;
      const reason = isAbove ? 'header' : leftOut(headers, content);
      if (reason !== undefined) return reason;
      const row = readPlaceRow(
        place,
        wanted.map((column) => cells[column] ?? null),
        list.pincodes,
      );
      return row.kind === 'place' ? sentText(row.place) : row.kind;
    };
    return { text: placeText(place, headers, block.column), rowAt };
  }
  return asked(fault);
}

function asked(fault: string): Outcome {
  return { text: `asks: ${fault}`, rowAt: () => 'not asked for' };
}

/** By headers, or by letters where there is none or another one of the name. */
function placeText(place: PlaceColumns, headers: readonly string[], first: number): string {
  const name = (column: number): string => {
    const header = headers[column] ?? '';
    const isAlone = headers.filter((other) => other === header).length === 1;
    return header !== '' && isAlone
      ? header.replaceAll(/\s+/g, ' ')
      : columnLetters(first + column);
  };
  switch (place.kind) {
    case 'coordinates':
      return `latitude ${name(place.latitude)}, longitude ${name(place.longitude)}`;
    case 'pair':
      return `pair ${name(place.pair)}`;
    case 'address': {
      const address = `address ${place.parts.map(name).join(' + ')}`;
      if (place.pincode !== undefined) return `${address}, pincode ${name(place.pincode)}`;
      return place.pincodeGoes === 'within' ? `${address}, pincode within` : address;
    }
  }
}

/** Whether an outcome is the one that a list wants; of a question some words are enough. */
export function isAs(wanted: string, { text }: Pick<Outcome, 'text'>): boolean {
  const [, words = ''] = /^(?:asks|refuses)(?:: (.*))?$/.exec(wanted) ?? [];
  return asksFirst(wanted) ? asksFirst(text) && text.includes(words) : text === wanted;
}

/** `asks`: a person has to say which columns are meant. `refuses`: the list is to be corrected. */
export function asksFirst(outcome: string): boolean {
  return /^(?:asks|refuses)(?::|$)/.test(outcome);
}
