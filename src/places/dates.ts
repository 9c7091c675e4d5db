import { MAX_VARIABLES_PER_CALL } from '../contract/limits';
import type { Cell } from './cell';
import { BLANK, read, refused, unusable } from './fault';
import type { Reading } from './fault';
import { quotation } from './quotation';

/** How the workbook counts days, and how a day is written. */
export interface DateStyle {
  /** Day 0 is 1904-01-01; otherwise day 1 is 1900-01-01. */
  readonly uses1904Dates: boolean;
  /** Holds YYYY, MM and DD, which are replaced. */
  readonly format: string;
}

/**
 * A date in the form in which it is sent. Text goes as written, trimmed. A serial becomes its day,
 * without the time of day. Blank means no date, and so does 0: desktop Excel passes a blank cell as
 * 0.
 */
export function readDate(cell: Cell, style: DateStyle): Reading<string> {
  if (cell.kind === 'blank') return BLANK;
  if (cell.kind === 'text') return readText(cell.text);
  if (cell.kind !== 'number') return unusable('The date', cell, 'a date or text');
  if (cell.number === 0) return BLANK;
  return readSerial(cell.number, style);
}

const DAY_MS = 86_400_000;
/** Day 0 of the 1900 system after February 1900, and of the 1904 system. */
const DAY_ZERO_1900 = Date.UTC(1899, 11, 30);
const DAY_ZERO_1904 = Date.UTC(1904, 0, 1);
const LAST_DAY = Date.UTC(9999, 11, 31);
/** Like Lotus 1-2-3, Excel counts a 29 February 1900, so the days before it are off by one. */
const DAY_THAT_NEVER_WAS = 60;

function readText(text: string): Reading<string> {
  const parts = text.split(',').length;
  if (parts <= MAX_VARIABLES_PER_CALL) return read(text);
  const finding = `The date is a list of ${String(parts)} parts`;
  return refused(finding, `use up to ${String(MAX_VARIABLES_PER_CALL)}, or one date`);
}

function readSerial(serial: number, { uses1904Dates, format }: DateStyle): Reading<string> {
  const day = Math.floor(serial);
  if (day === 0) {
    return refused('The date has a time but no day', 'enter a date');
  }
  if (!uses1904Dates && day === DAY_THAT_NEVER_WAS) {
    return refused("29 February 1900 didn't exist, though Excel counts it", 'use another date');
  }
  const time = uses1904Dates ? DAY_ZERO_1904 + day * DAY_MS : timeOf1900(day);
  if (day < 0 || !(time <= LAST_DAY)) {
    const finding = `The date ${quotation(String(serial))} isn't a valid date`;
    return refused(finding, 'use a date or text');
  }
  return read(written(new Date(time), format));
}

function timeOf1900(day: number): number {
  const shift = day < DAY_THAT_NEVER_WAS ? 1 : 0;
  return DAY_ZERO_1900 + (day + shift) * DAY_MS;
}

/** The date in this format, by UTC. */
export function written(date: Date, format: string): string {
  const [year = '', month = '', day = ''] = date.toISOString().slice(0, 10).split('-');
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day);
}
