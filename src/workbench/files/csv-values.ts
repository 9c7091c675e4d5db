import { CellValueType } from '@univerjs/core';
import type { ICellData, IStyleData } from '@univerjs/core';
import { unguarded } from '../../engine/catalogue/formula-guard';

/**
 * Decides what the cells of a CSV file are. A cell becomes a number only if it shows, and is saved
 * again, as it was written; anything else is text, so that no code loses a sign: `007`, `12E5`,
 * `1/2`, `+919812345678`, digits that a spreadsheet would round.
 */
export interface CsvValues {
  /** Cells come row by row; blank ones need not come. */
  cellOf(written: string, column: number): ICellData;
  /** Decides what only whole columns show; returns the styles that cells have been given. */
  finish(): Record<string, IStyleData>;
}

export function createCsvValues({ hasCommas }: { readonly hasCommas: boolean }): CsvValues {
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
    if (/^(?:true|false)$/i.test(trimmed)) {
      return { v: trimmed.toLowerCase() === 'true' ? 1 : 0, t: CellValueType.BOOLEAN };
    }
    return textOf(written);
  }

  return {
    cellOf,
    finish() {
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
      return styles;
    },
  };
}

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
