import type { Nullable } from '@univerjs/core';
import {
  ArrayValueObject,
  BooleanValueObject,
  ErrorType,
  ErrorValueObject,
  NumberValueObject,
  StringValueObject,
} from '@univerjs/preset-sheets-core';
import type { BaseValueObject, FunctionVariantType } from '@univerjs/preset-sheets-core';
import { t } from '../engine/language/speech';
import { BUSY_TEXT, WorkbenchCellError } from './cell-error';
import { customDataOf } from './messages';

/** A value as a custom function receives it: null for a blank cell. */
export type ArgumentCell = number | string | boolean | null | WorkbenchCellError;

/**
 * An argument as a custom function receives it: a matrix, even for a single cell, and null if it
 * was left out. A blank cell is `[[null]]`.
 */
export function toArgument(variant: FunctionVariantType | undefined): ArgumentCell[][] | null {
  if (variant === undefined || !variant.isValueObject()) return null;
  const value = variant as BaseValueObject;
  if (!value.isArray()) return value.isNull() ? null : [[toCell(value)]];
  const array = value as ArrayValueObject;
  return Array.from({ length: array.getRowCount() }, (_, row) =>
    Array.from({ length: array.getColumnCount() }, (_, column) => toCell(array.get(row, column))),
  );
}

export function isBusyArgument(argument: ArgumentCell[][] | null): boolean {
  return argument?.some((row) => row.some(isBusyCell)) ?? false;
}

/** What the spreadsheet shows for a custom function's result, whatever that is. Never throws. */
export function toValueObject(result: unknown): BaseValueObject {
  if (!Array.isArray(result)) return toCellValue(result);
  const rows = result.map((row: unknown) => (Array.isArray(row) ? (row as unknown[]) : [row]));
  const columnCount = Math.max(0, ...rows.map((row) => row.length));
  if (columnCount === 0) return errorValue(new WorkbenchCellError(ErrorType.CALC, empty()));
  if (rows.length === 1 && columnCount === 1) return toCellValue(rows[0]?.[0]);
  return ArrayValueObject.create({
    calculateValueList: rows.map((row) =>
      Array.from({ length: columnCount }, (_, column) =>
        column < row.length ? toCellValue(row[column]) : errorValue(shortRow()),
      ),
    ),
    rowCount: rows.length,
    columnCount,
    unitId: '',
    sheetId: '',
    row: -1,
    column: -1,
  });
}

export function busyValue(): BaseValueObject {
  return ErrorValueObject.create(BUSY_TEXT as ErrorType);
}

/** Excel fills a row that is too short with #N/A. */
const shortRow = (): WorkbenchCellError =>
  new WorkbenchCellError(ErrorType.NA, t('The function returned no value here.'));
const notFinite = (): WorkbenchCellError =>
  new WorkbenchCellError(ErrorType.NUM, t('The function didn’t return a finite number.'));
const notAValue = (): WorkbenchCellError =>
  new WorkbenchCellError(ErrorType.VALUE, t('The function didn’t return a cell value.'));
/** Univer shows its own null value as 0. */
const NOTHING = StringValueObject.create('');
const empty = (): string => t('The function returned an empty range.');

function toCell(value: Nullable<BaseValueObject>): ArgumentCell {
  if (!value || value.isNull()) return null;
  if (value.isError())
    return new WorkbenchCellError((value as ErrorValueObject).getErrorType(), '');
  return value.getValue();
}

function isBusyCell(cell: ArgumentCell): boolean {
  return cell instanceof WorkbenchCellError && cell.text === BUSY_TEXT;
}

function toCellValue(value: unknown): BaseValueObject {
  if (value instanceof WorkbenchCellError) return errorValue(value);
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? NumberValueObject.create(value) : errorValue(notFinite());
    case 'string':
      return StringValueObject.create(value);
    case 'boolean':
      return BooleanValueObject.create(value);
    default:
      return value === null || value === undefined ? NOTHING : errorValue(notAValue());
  }
}

/** Not `ErrorValueObject.create`, whose objects are shared and so can carry no message. */
function errorValue(error: WorkbenchCellError): BaseValueObject {
  return new ErrorValueObject(error.text as ErrorType).withCustomData(customDataOf(error));
}
