import { largest } from '../engine/async/extremes';
import type { Injector, Nullable } from '@univerjs/core';
import {
  BaseFunction,
  ERROR_TYPE_SET,
  FunctionType,
  IDescriptionService,
  IFunctionService,
  ArrayValueObject,
  BooleanValueObject,
  ErrorType,
  ErrorValueObject,
  NumberValueObject,
  StringValueObject,
  type BaseValueObject,
  type FunctionVariantType,
} from '@univerjs/preset-sheets-core';
import { countFault } from '../addin/functions/formula-problem';
import { exampleOf, type DescribedFunction } from './function-metadata';
import type { AsyncFunctions, FormulaCell } from './async-function';
import { BUSY_TEXT, WorkbenchCellError, customDataOf } from './cell-error';
import { readNumbersAsTheyCount } from './univer/formula-parsing';
import { leaveUntakenBranches } from './univer/untaken-branches';
import { t } from '../engine/language/speech';

/** Registers the functions and their help with the spreadsheet; requires an open workbook. */
export function registerCustomFunctions(
  injector: Injector,
  functions: readonly DescribedFunction[],
  asyncFunctions: AsyncFunctions,
): void {
  // Makes the text an error like the others, which IFERROR and ISERROR see.
  ERROR_TYPE_SET.add(BUSY_TEXT as ErrorType);
  readNumbersAsTheyCount(injector);
  leaveUntakenBranches(injector, new Set(functions.map(({ id }) => id)));
  const service = injector.get(IFunctionService);
  service.registerExecutors(
    ...functions.map((custom) => new RegisteredFunction(custom, asyncFunctions)),
  );
  // Formulas parsed before now are cached as "no such function".
  service.deleteFormulaAstCacheKey(...functions.map((custom) => custom.id));
  injector.get(IDescriptionService).registerDescriptions(functions.map(toFunctionInfo));
}

class RegisteredFunction extends BaseFunction {
  constructor(
    private readonly custom: DescribedFunction,
    private readonly asyncFunctions: AsyncFunctions,
  ) {
    super(custom.id);
  }

  /** Always returns a value: an exception would stop Univer permanently. */
  override calculate(...variants: BaseValueObject[]): BaseValueObject {
    try {
      return this.evaluate(variants);
    } catch {
      return toValueObject(BROKEN);
    }
  }

  /** Univer reads "1,234.5" and "31/1/2026" in a formula as numbers; in Excel they are text. */
  override isArgumentsIgnoreNumberPattern(): boolean {
    return true;
  }

  private evaluate(variants: readonly FunctionVariantType[]): BaseValueObject {
    const { id, parameters } = this.custom;
    const fault = countFault(id, variants.length);
    if (fault !== undefined) return toValueObject(new WorkbenchCellError('#VALUE!', fault));
    const args = parameters.map((_, index) => toArgument(variants[index]));
    // As in Excel, a function waits for the functions among its arguments.
    if (args.some(isBusyArgument)) return busyValue();
    const answer = this.asyncFunctions.answer(this.cell(), this.custom, args);
    return answer.kind === 'busy' ? busyValue() : toValueObject(answer.value);
  }

  private cell(): FormulaCell {
    return {
      unitId: this.unitId ?? '',
      sheetId: this.subUnitId ?? '',
      row: this.row,
      column: this.column,
    };
  }
}

const BROKEN = new WorkbenchCellError('#VALUE!', 'The workbench couldn’t run this function.');

function toFunctionInfo({ id, description, parameters }: DescribedFunction) {
  return {
    functionName: id,
    functionType: FunctionType.User,
    description,
    abstract: description,
    functionParameter: parameters.map((parameter) => ({
      name: parameter.name,
      detail: parameter.description,
      example: exampleOf(parameter.name),
      require: parameter.isOptional ? 0 : 1,
      repeat: 0,
    })),
  };
}

/** A value as a custom function receives it: null for a blank cell. */
type ArgumentCell = number | string | boolean | null | WorkbenchCellError;

/**
 * An argument as a custom function receives it: a matrix, even for a single cell, and null if it
 * was left out. A blank cell is `[[null]]`.
 */
function toArgument(variant: FunctionVariantType | undefined): ArgumentCell[][] | null {
  if (variant === undefined || !variant.isValueObject()) return null;
  const value = variant as BaseValueObject;
  if (!value.isArray()) return value.isNull() ? null : [[toCell(value)]];
  const array = value as ArrayValueObject;
  return Array.from({ length: array.getRowCount() }, (_, row) =>
    Array.from({ length: array.getColumnCount() }, (_, column) => toCell(array.get(row, column))),
  );
}

function isBusyArgument(argument: ArgumentCell[][] | null): boolean {
  return argument?.some((row) => row.some(isBusyCell)) ?? false;
}

/** What the spreadsheet shows for a custom function's result, whatever that is. Never throws. */
function toValueObject(result: unknown): BaseValueObject {
  if (!Array.isArray(result)) return toCellValue(result);
  const rows = result.map((row: unknown) => (Array.isArray(row) ? (row as unknown[]) : [row]));
  const columnCount = Math.max(0, largest(rows.map((row) => row.length)));
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

function busyValue(): BaseValueObject {
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
