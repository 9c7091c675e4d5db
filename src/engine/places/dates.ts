import { MAX_VARIABLES_PER_CALL } from '../contract/limits';
import type { Cell } from './cell';
import { BLANK, read, faulty, unusable } from './fault';
import type { Reading } from './fault';
import { foldedText } from './folded-text';
import { isNothing } from './blank-words';

/** How the workbook counts days, and how a day is written. */
export interface DateStyle {
  /** Whether day 0 is 1904-01-01. Otherwise day 1 is 1900-01-01. */
  readonly uses1904Dates: boolean;
  /** How a day is sent. YYYY, MM and DD are replaced. */
  readonly format: string;
  /** Whether days in text are sent as written, because the sender reads them by its own setting. */
  readonly keepsText?: boolean;
}

/**
 * Reads a date and returns it in the form in which it is sent. A serial number becomes its day, and
 * so does a text in figures that can only be one day. Other text is sent as written, trimmed,
 * without a time of day. Blank means no date, and so does 0, because Excel passes a blank cell as 0
 * on the desktop.
 */
export function readDate(cell: Cell, style: DateStyle): Reading<string> {
  if (cell.kind === 'blank') return BLANK;
  if (cell.kind === 'text') return readText(cell.text, style);
  if (cell.kind !== 'number') return unusable('The date', cell, 'use a date or text');
  if (cell.number === 0) return BLANK;
  return compactDay(String(cell.number), style) ?? readSerial(cell.number, style);
}

const DAY_SECONDS = 86_400;
/**
 * Day 0 of the 1900 system, as it counts from March 1900 on, and below it day 0 of the 1904 system.
 * In epoch milliseconds.
 */
export const DAY_ZERO_1900 = Date.UTC(1899, 11, 30);
const DAY_ZERO_1904 = Date.UTC(1904, 0, 1);
/** A number outside these days is a year, a count or an amount rather than a day. */
const FIRST_DAY = Date.UTC(1950, 0, 1);
const LAST_DAY = Date.UTC(2100, 11, 31);

function readText(text: string, style: DateStyle): Reading<string> {
  if (isNothing(text)) return BLANK;
  const parts = text.split(',').length;
  if (parts > MAX_VARIABLES_PER_CALL) {
    const finding = `The date is a list of ${String(parts)} parts`;
    return faulty(finding, `use up to ${String(MAX_VARIABLES_PER_CALL)}, or one date`);
  }
  const folded = foldedText(text);
  if (isPincodeLike(folded)) return noPincode(folded);
  // A text file does not say from which day its serial numbers count.
  if (/^[+-]?(?:\d{1,5}(?:\.\d*)?|\d{9,15})$/.test(folded)) {
    return noDay(folded, `The date ${folded} is only a number`);
  }
  if (TIME.test(folded)) return noDayButTime();
  // Digits and dashes of any script become plain ones: `२०२६-०३-३१`. Words stay as written.
  const written = /^[\x20-\x7e]*$/.test(folded) ? folded : text;
  const [, day = written] = DAY_AND_TIME.exec(written) ?? [];
  const compact = style.keepsText === true ? undefined : compactDay(day, style);
  if (compact !== undefined) return compact;
  const days = daysIn(day);
  if (days?.length === 0 || YEARS.test(day)) {
    return faulty(`There is no day ${day}`, 'use a date such as 2026-12-31');
  }
  const isOutside = days?.every(
    ({ year }) => year.length === 4 && (year < '1583' || year > '2100'),
  );
  if (isOutside === true || NO_DAYS.test(day)) {
    return noDay(day, `The date ${day} is not from 1950 to 2100`);
  }
  return days === undefined || style.keepsText === true ? read(day) : readDays(day, days, style);
}

/**
 * Returns the only day that a text in figures can be. If the text fits the order of the setting,
 * that order decides.
 */
function readDays(text: string, days: readonly Day[], { format }: DateStyle): Reading<string> {
  const asSet = days.find(({ order, year }) => year.length === 4 && order === orderOf(format));
  const [first, second] = [...new Set((asSet ? [asSet] : days).map((day) => dayText(day, format)))];
  if (first === undefined) return read(text);
  if (second !== undefined) {
    return faulty(`The date ${text} can be two days`, `write ${first} or ${second}`);
  }
  return days.every(({ year }) => year.length === 4)
    ? read(first)
    : faulty(`The date ${text} has a two-digit year`, `write it as ${first}`);
}

/** How programs write that there is no date: as the first day that they can count. */
const NO_DAYS =
  /^(?:1899|1900(?=[-/.]0?1[-/.]0?1$))[-/.]|[-/.](?:1899|(?<=^0?1[-/.]0?1[-/.])1900)$/;

interface Day {
  readonly order: 'DMY' | 'MDY' | 'YMD';
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

/**
 * Returns a text in figures in every order that gives a day of the calendar; undefined for other
 * text.
 */
function daysIn(text: string): readonly Day[] | undefined {
  const [, first = '', , middle = '', last = ''] =
    /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/.exec(text) ?? [];
  if (last === '') return undefined;
  const orders: readonly Day[] = [
    { order: 'DMY', year: last, month: middle, day: first },
    { order: 'MDY', year: last, month: first, day: middle },
    { order: 'YMD', year: first, month: middle, day: last },
  ];
  return orders.filter(({ year, month, day }) => isDay(year, month, day));
}

/** `DMY` of `DD/MM/YYYY`. */
function orderOf(format: string): string {
  return format.replace(/[^DMY]/g, '').replace(/(.)\1+/g, '$1');
}

function dayText({ year, month, day }: Day, format: string): string {
  const full = year.length === 2 ? `20${year}` : year;
  return filledIn(format, full, month.padStart(2, '0'), day.padStart(2, '0'));
}

/** `2023-24`, `FY 2023-2024`: a year that begins in April. */
const YEARS = /^(?:f\.?y\.? ?)?(?:19|20)\d\d ?[-/] ?(?:1[3-9]|[2-9]\d|(?:19|20)\d\d)$/i;

function isDay(year: string, month: string, day: string): boolean {
  if (![2, 4].includes(year.length) || Number(month) < 1 || Number(month) > 12) return false;
  const date = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month) - 1, Number(day)));
  // Date.UTC carries a day such as 2567 into later years, where the month may be the same again.
  return Number(day) >= 1 && Number(day) <= 31 && date.getUTCMonth() === Number(month) - 1;
}

/** `10:15:30.5`, with `PM` or without; `10.15 PM`; `T101530`. */
const CLOCKS = [
  /(?:T| +)\p{N}{1,2}:\p{N}{2}(?::\p{N}{2}(?:[.,]\p{N}+)?)?(?: ?[AP]\.?M\.?)?/u,
  / +\p{N}{1,2}(?:\.\p{N}{2}){0,2} ?[AP]\.?M\.?/u,
  /T\p{N}{4}(?:\p{N}{2}(?:[.,]\p{N}+)?)?/u,
];
const ZONE = /Z|UTC|GMT|IST|hrs?|Uhr|[+-]\p{N}{2}(?::?\p{N}{2})?/u;
/** `2026-03-31T10:15:00+05:30`, `31/03/2026 10:15` and `3/31/2026 10:15:00 PM`, by their own clock. */
const DAY_AND_TIME = new RegExp(
  `^(.*\\p{N}),?(?:${CLOCKS.map(({ source }) => source).join('|')})(?: ?(?:${ZONE.source}))?$`,
  'iu',
);

/** A serial is rounded to the second first: Excel shows 42988.99999999999 as the next day. */
function readSerial(serial: number, { uses1904Dates, format }: DateStyle): Reading<string> {
  const day = Math.floor(Math.round(serial * DAY_SECONDS) / DAY_SECONDS);
  if (day === 0) {
    return noDayButTime();
  }
  const zero = uses1904Dates ? DAY_ZERO_1904 : DAY_ZERO_1900;
  const time = zero + day * DAY_SECONDS * 1000;
  const isDay = time >= FIRST_DAY && time <= LAST_DAY;
  if (isDay) return read(written(new Date(time), format));
  const text = String(serial);
  return isPincodeLike(text)
    ? noPincode(text)
    : noDay(text, `The date ${serial} is not from 1950 to 2100`);
}

function noDayButTime(): Reading<string> {
  return faulty('The date has a time but no day', 'enter a date');
}

const TIME = /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[AP]\.?M\.?)?$/i;

/** `560001`, but not `260331`: LOCSCORE takes the pincode in the address, LOCATTR_ADDRESS beside it. */
function isPincodeLike(text: string): boolean {
  const [, first = '', middle = '', last = ''] = /^([1-9]\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  return first !== '' && !isDay(first, middle, last) && !isDay(last, middle, first);
}

function noPincode(text: string): Reading<string> {
  return faulty(`The date ${text} looks like a pincode`, 'write the pincode into the address');
}

/** `20260331`: a day without hyphens, and no serial. */
function compactDay(text: string, { format }: DateStyle): Reading<string> | undefined {
  const [, year = '', month = '', day = ''] =
    /^(19[5-9]\d|20\d\d|2100)(\d\d)(\d\d)$/.exec(text) ?? [];
  return isDay(year, month, day) ? read(filledIn(format, year, month, day)) : undefined;
}

function noDay(text: string, why: string): Reading<string> {
  const finding = /^(?:19|20)\d\d$|^2100$/.test(text) ? `The date ${text} is only a year` : why;
  return faulty(finding, 'use a date such as 2026-12-31');
}

/** Writes the date in this format, by UTC. YYYY, MM and DD are replaced. */
export function written(date: Date, format: string): string {
  const [year = '', month = '', day = ''] = date.toISOString().slice(0, 10).split('-');
  return filledIn(format, year, month, day);
}

function filledIn(format: string, year: string, month: string, day: string): string {
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day);
}

/** Whether a number format shows a date, rather than only a time of day or a duration. */
export function isDateFormat(pattern: string): boolean {
  return /[dy]|mmm/i.test(signsOf(pattern));
}

/**
 * Whether a number format shows a date, a time of day or a duration.
 *
 * @param signs the format has to have at least one of these letters.
 */
export function isTimeFormat(pattern: string, signs = 'dyhms'): boolean {
  return new RegExp(`[${signs}]`, 'i').test(signsOf(pattern));
}

/**
 * Returns a number format without the text that it only copies, without colours and without
 * conditions. `[h]` stays, because it means hours.
 */
function signsOf(pattern: string): string {
  return pattern.replace(/"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]/gi, '');
}
