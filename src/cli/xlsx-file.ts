import { read } from '@e965/xlsx';
import type { CellObject, WorkBook } from '@e965/xlsx';
import { countText } from '../spreadsheet/count-text';
import type { InputFile } from './input-file';
import { FileFault } from './table';
import type { Table, TableRow } from './table';

/** Opens the first visible sheet of an Excel workbook, which it holds in memory as a whole. */
export async function openXlsxFile(input: InputFile): Promise<Table> {
  const { name, file, bytes } = input;
  if (bytes > MOST_BYTES) {
    throw new FileFault(`${name} is larger than 100 MB. Save the sheet as CSV and use that.`);
  }
  const buffer = Buffer.alloc(bytes);
  await file.read(buffer, 0, bytes, 0);
  const book = workbookOf(buffer, name);
  const sheetName = book.SheetNames.find((_, index) => !isHidden(book, index));
  const lines = book.Sheets[sheetName ?? '']?.['!data'] ?? [];
  // Formatting may extend far below the last filled row.
  const filled = lines.findLastIndex((line) => line?.some((cell) => valueOf(cell) !== null));
  const columns = Array.from(lines[0] ?? [], (cell) => String(valueOf(cell) ?? '').trim());
  while (columns.at(-1) === '') columns.pop();
  // An empty row is a hole in the array, which `map` would keep.
  const rows = Array.from(lines.slice(1, filled + 1), (line, index): TableRow => {
    const far = line?.findLastIndex((cell) => valueOf(cell) !== null) ?? -1;
    if (far >= columns.length) {
      const where = `row ${countText(index + 1)} (line ${countText(index + 2)}), column ${countText(far + 1)}`;
      throw new FileFault(`${name}, ${where}: the column has no header.`, index + 1, far + 1);
    }
    return columns.map((_, column) => valueOf(line?.[column]));
  });
  return {
    columns,
    found: ['Excel', `sheet “${sheetName ?? ''}”`],
    async *rows() {
      for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
        yield await Promise.resolve(rows.slice(start, start + ROWS_AT_ONCE));
      }
    },
    check: () => input.check(),
    close: () => input.close(),
  };
}

/** The same as in the workbench. */
const MOST_BYTES = 100_000_000;
const ROWS_AT_ONCE = 1_000;

function workbookOf(bytes: Buffer, name: string): WorkBook {
  try {
    const reading = {
      dense: true,
      cellDates: true,
      UTC: true,
      cellFormula: false,
      cellHTML: false,
    };
    return read(bytes, reading);
  } catch {
    throw new FileFault(`Can’t read ${name} as a workbook. Open it in Excel and save a new copy.`);
  }
}

function isHidden(book: WorkBook, index: number): boolean {
  return (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
}

/** An error is its text, such as `#N/A`. */
function valueOf(cell: CellObject | undefined): unknown {
  if (cell === undefined || cell.t === 'z' || cell.v === undefined || cell.v === '') return null;
  return cell.t === 'e' ? (cell.w ?? '#N/A') : cell.v;
}
