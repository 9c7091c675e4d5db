import { SSF } from '@e965/xlsx';
import type { CellObject } from '@e965/xlsx';
import { StoredTime } from './stored-value';

/** What a cell shows: a date as a date, an error as its text, a code with its leading zeros. */
export function cellValue(cell: CellObject | undefined, uses1904Dates: boolean): unknown {
  if (!isFilled(cell)) return null;
  const { t: kind, v: value, w: shown, z: format } = cell;
  if (kind === 'e') return shown ?? '#N/A';
  if (typeof value !== 'number') return value instanceof Date ? value.toISOString() : value;
  if (typeof format !== 'string') return value;
  // 1234 with the format 000000 is the code 001234.
  if (/^0+$/.test(format) && shown?.startsWith('0') === true && value !== 0) return shown;
  if (!(SSF as { is_date(format: string): boolean }).is_date(format)) return value;
  return timeOf(value, shown ?? String(value), uses1904Dates);
}

export function isFilled(cell: CellObject | undefined): cell is CellObject {
  return cell !== undefined && cell.t !== 'z' && cell.v !== undefined && cell.v !== '';
}

/** A formula whose result is not in the file: programs other than Excel write them. */
export function isUncalculated(cell: CellObject | undefined): boolean {
  return cell?.t === 'z' && cell.f !== undefined;
}

const DAY_SECONDS = 86_400;
const DAYS_FROM_1900_TO_1904 = 1_462;

/** Rounded to the second, as Excel shows it: 42988.99999999999 is the next day. */
function timeOf(serial: number, shown: string, uses1904Dates: boolean): unknown {
  const seconds = Math.round((serial + (uses1904Dates ? DAYS_FROM_1900_TO_1904 : 0)) * DAY_SECONDS);
  // A time without a day, a duration, or a day before March 1900, which Excel counts otherwise.
  if (seconds < 61 * DAY_SECONDS) return shown;
  const date = new Date(Date.UTC(1899, 11, 30) + seconds * 1_000);
  if (Number.isNaN(date.getTime())) return shown;
  const [day = '', time = ''] = date.toISOString().split('T');
  const clock = time.slice(0, 8);
  return new StoredTime(serial, clock === '00:00:00' ? day : `${day}T${clock}`, day);
}
