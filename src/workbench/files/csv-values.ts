import { CellValueType, type ICellData, type IStyleData } from '@univerjs/core';
import { unguarded } from '../../engine/catalogue/formula-guard';
import type { LocalFormats } from '../local-formats';

/**
 * Decides what the cells of a CSV file are. A cell becomes a number only if the number looks as it
 * was written. Anything else is text, so that no code changes: `007`, `12E5`, `1/2`,
 * `+919812345678`, and digits that a spreadsheet would round. A column becomes dates only if all
 * its cells are dates, in the order of day and month of the person's region.
 */
export interface CsvValues {
  /** Decides for one cell. Cells come row by row; blank ones may be left out. */
  cellOf(written: string, column: number): ICellData;
  /** Decides what only whole columns can show. */
  finish(): CsvColumns;
}

export interface CsvColumns {
  /** The styles that cells were given. */
  readonly styles: Record<string, IStyleData>;
  /** Whether there are dates that mean other days in another region, such as 1/3/2024. */
  readonly hasLocalDates: boolean;
}

export interface CsvValuesOptions extends Pick<
  LocalFormats,
  'isDayFirst' | 'countsInLakhs' | 'hasDecimalComma'
> {
  readonly delimiter: string;
}

/** Creates the decisions for one file. */
export function createCsvValues(options: CsvValuesOptions): CsvValues {
  const { delimiter, isDayFirst, countsInLakhs, hasDecimalComma: isCommaLocal } = options;
  // Where semicolons separate cells, the comma is the decimal sign; elsewhere the region says so.
  const hasCommas = delimiter === ';' || (isCommaLocal && delimiter !== ',');
  const dates = new Map<number, DateColumn>();
  /** The cells of a column with decimals, by the number of decimals. */
  const columns = new Map<number, Map<number, Decimal[]>>();
  /** Numbers with a point in three-digit groups. */
  const grouped: Decimal[] = [];
  let hasDecimalComma = false;
  const styles: Record<string, IStyleData> = {};
  const styled = (pattern: string): string => {
    styles[pattern] = { n: { pattern } };
    return pattern;
  };

  function cellOf(written: string, column: number): ICellData {
    const trimmed = written.trim();
    const isComma = hasCommas && NUMBER_WITH_COMMA.test(trimmed);
    hasDecimalComma ||= isComma;
    const plain = isComma ? trimmed.replace(',', '.') : trimmed;
    if (isNumber(plain)) {
      const cell: ICellData = { v: Number(plain), t: CellValueType.NUMBER };
      const [, decimals, exponent] = PARTS.exec(plain) ?? [];
      if (exponent !== undefined) {
        // As Excel shows it; a program's 1.5e-7 needs no format.
        if (/^E[+-]\d\d$/.test(exponent)) cell.s = styled(`0${zeros(decimals)}E+00`);
        return cell;
      }
      if (decimals !== undefined) {
        const decimal = { cell, written };
        const byDecimals = columns.get(column) ?? new Map<number, Decimal[]>();
        const same = byDecimals.get(decimals.length) ?? [];
        same.push(decimal);
        columns.set(column, byDecimals.set(decimals.length, same));
        if (!isComma && hasCommas && GROUPED.test(plain)) grouped.push(decimal);
      }
      return cell;
    }
    const isGrouped = GROUPED_BY_COMMAS.test(trimmed) || (countsInLakhs && IN_LAKHS.test(trimmed));
    if (isGrouped && !hasCommas && !isCommaLocal && isNumber(trimmed.replaceAll(',', ''))) {
      const s = styled(`#,##0${zeros(/\.(\d+)$/.exec(trimmed)?.[1])}`);
      return { v: Number(trimmed.replaceAll(',', '')), t: CellValueType.NUMBER, s };
    }
    if (/^(?:true|false)$/i.test(trimmed)) {
      return { v: trimmed.toLowerCase() === 'true' ? 1 : 0, t: CellValueType.BOOLEAN };
    }
    return textOf(written);
  }

  /** A column's first cell may be its header. */
  function inColumn(cell: ICellData, written: string, column: number): ICellData {
    const known = dates.get(column);
    const day = cell.t === CellValueType.STRING ? readDay(written.trim(), isDayFirst) : undefined;
    if (known === undefined) dates.set(column, { days: day ? [{ cell, ...day }] : [] });
    else if (day !== undefined) known.days?.push({ cell, ...day });
    else delete known.days;
    return cell;
  }

  return {
    cellOf: (written, column) => inColumn(cellOf(written, column), written, column),
    finish() {
      let hasLocalDates = false;
      for (const { days = [] } of dates.values()) {
        const pattern = patternOf(days, isDayFirst);
        if (pattern === undefined) continue;
        hasLocalDates ||= !pattern.startsWith('yyyy');
        for (const { cell, serial } of days) {
          Object.assign(cell, { v: serial, t: CellValueType.NUMBER, s: styled(pattern) });
        }
      }
      for (const byDecimals of columns.values()) {
        const decimals = [...byDecimals.values()].flat();
        if (!decimals.some(({ written }) => ENDS_IN_ZERO.test(written.trim()))) continue;
        // Prices are 1.50 and 12.00; 1.9 before 1.10 counts sections, wards or versions.
        for (const { cell, written } of decimals) {
          if (byDecimals.size > 1) becomeText(cell, written);
          else cell.s = styled(`0${zeros(/\d+$/.exec(written.trim())?.[0])}`);
        }
      }
      // 126.329 beside 12,5 is as likely a hundred and twenty-six thousand.
      if (hasDecimalComma) for (const { cell, written } of grouped) becomeText(cell, written);
      return { styles, hasLocalDates };
    },
  };
}

/** The days in a column; none once another cell is not one. */
interface DateColumn {
  days?: (Day & { readonly cell: ICellData })[];
}

interface Day {
  readonly serial: number;
  /** How it is written: `yyyy-mm-dd`, or the sign between its parts. */
  readonly sign: string;
  /** Whether a part has a zero before it, or may not. */
  readonly isPadded: boolean;
  readonly isBare: boolean;
}

function readDay(written: string, isDayFirst: boolean): Day | undefined {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(written) ?? [];
  const [, one = '', sign = '', two = '', year] =
    /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(written) ?? [];
  const [day, month] = isDayFirst ? [one, two] : [two, one];
  const serial = serialOf(
    Number(isoYear ?? year),
    Number(isoMonth ?? month),
    Number(isoDay ?? day),
  );
  if (serial === undefined) return undefined;
  const parts = [one, two];
  return {
    serial,
    sign: isoYear === undefined ? sign : 'yyyy-mm-dd',
    isPadded: parts.some((part) => part.startsWith('0')),
    isBare: parts.some((part) => part.length === 1),
  };
}

/** Undefined for a day that does not exist, or that sheets count wrongly. */
function serialOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1901;
  return isDay ? date.getTime() / MS_PER_DAY + DAYS_TO_1970 : undefined;
}

/** The format that shows all these days as they are written; undefined if none does. */
function patternOf(days: readonly Day[], isDayFirst: boolean): string | undefined {
  const [first] = days;
  if (first === undefined || days.some(({ sign }) => sign !== first.sign)) return undefined;
  if (first.sign.length > 1) return first.sign;
  const isPadded = days.some((day) => day.isPadded);
  if (isPadded && days.some((day) => day.isBare)) return undefined;
  const parts = isDayFirst ? ['d', 'm'] : ['m', 'd'];
  return [...parts.map((part) => (isPadded ? part + part : part)), 'yyyy'].join(first.sign);
}

const MS_PER_DAY = 86_400_000;
const DAYS_TO_1970 = 25_569;

interface Decimal {
  readonly cell: ICellData;
  readonly written: string;
}

/** Excel's own limit. */
const MAX_TEXT = 32_767;
/** A spreadsheet keeps no more: a longer number would lose its end. */
const MAX_DIGITS = 15;
/** 12E5 is a code: programs write a sign after the E of a number. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]\d{1,3})?$/i;
const PARTS = /^-?\d+(?:\.(\d+))?(e.*)?$/i;
/** Where semicolons separate cells, the comma is the decimal sign. */
const NUMBER_WITH_COMMA = /^-?(?:0|[1-9]\d*),\d+$/;
const GROUPED = /^-?[1-9]\d{0,2}\.\d{3}$/;
const GROUPED_BY_COMMAS = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
const IN_LAKHS = /^-?[1-9]\d?(?:,\d\d)*,\d{3}(?:\.\d+)?$/;
const ENDS_IN_ZERO = /0$/;

function isNumber(plain: string): boolean {
  const digits = plain.replace(/e.*$/i, '').replace(/\D/g, '');
  const isWritten = NUMBER.test(plain) && digits.length <= MAX_DIGITS;
  return isWritten && Number.isFinite(Number(plain)) && !/^-[0.]+$/.test(plain);
}

function zeros(decimals: string | undefined): string {
  return decimals === undefined ? '' : `.${'0'.repeat(decimals.length)}`;
}

function textOf(written: string): ICellData {
  return { v: unguarded(written).slice(0, MAX_TEXT), t: CellValueType.STRING };
}

function becomeText(cell: ICellData, written: string): void {
  Object.assign(cell, textOf(written));
  delete cell.s;
}
