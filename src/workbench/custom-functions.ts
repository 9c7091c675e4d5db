import type { Injector } from '@univerjs/core';
import {
  BaseFunction,
  ERROR_TYPE_SET,
  FunctionType,
  IDescriptionService,
  IFunctionService,
} from '@univerjs/preset-sheets-core';
import type { BaseValueObject, ErrorType, FunctionVariantType } from '@univerjs/preset-sheets-core';
import { countFault } from '../addin/functions/formula-problem';
import { exampleOf } from './function-help';
import type { AsyncFunctions, CustomFunction, FormulaCell } from './async-function';
import { BUSY_TEXT, WorkbenchCellError } from './cell-error';
import { busyValue, isBusyArgument, toArgument, toValueObject } from './cell-values';
import { readNumbersAsTheyCount } from './univer/number-nodes';

/** A custom function with what its metadata says about it. */
export interface DescribedFunction extends CustomFunction {
  readonly description: string;
  readonly parameters: readonly FunctionParameter[];
}

export interface FunctionParameter {
  readonly name: string;
  readonly description: string;
  readonly isOptional: boolean;
}

/** Registers the functions and their help with the spreadsheet; requires an open workbook. */
export function registerCustomFunctions(
  injector: Injector,
  functions: readonly DescribedFunction[],
  asyncFunctions: AsyncFunctions,
): void {
  // Makes the text an error like the others, which IFERROR and ISERROR see.
  ERROR_TYPE_SET.add(BUSY_TEXT as ErrorType);
  readNumbersAsTheyCount(injector);
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
