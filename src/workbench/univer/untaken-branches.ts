import {
  Interpreter,
  NullValueObject,
  type ArrayValueObject,
  type BaseAstNode,
  type BaseReferenceObject,
  type BaseValueObject,
  type ErrorValueObject,
  type FunctionVariantType,
} from '@univerjs/engine-formula';
import type { Injector, Nullable } from '@univerjs/core';
import { BUSY_TEXT } from '../cell-error';

/**
 * The number of the argument that is the result; 0 for none of the branches, `any` where there are
 * several values, and each may take another.
 */
type Taken = number | 'any';

/** Calculates an argument. */
type Read = (index: number) => BaseValueObject | undefined;

/** Which of `count` arguments a function takes. */
const BRANCHES: Readonly<Record<string, (read: Read, count: number) => Taken>> = {
  IF: (read) => ifOne(read(0), (test) => (test.getValue() ? 1 : 2)),
  IFERROR: (read) => takenOn(read(0), (error) => error !== BUSY),
  IFNA: (read) => takenOn(read(0), (error) => error === '#N/A'),
  CHOOSE: (read) =>
    ifOne(read(0), (index) => Math.trunc(Number(index.convertToNumberObjectValue().getValue()))),
  IFS(read, count) {
    for (let index = 0; index + 1 < count; index += 2) {
      const taken = ifOne(read(index), (test) => (isTrue(test.getValue()) ? index + 1 : 'next'));
      if (taken !== 'next') return taken;
    }
    return 0;
  },
  SWITCH(read, count) {
    return ifOne(read(0), (value) => {
      for (let index = 1; index + 1 < count; index += 2) {
        const isIt = (each: BaseValueObject): boolean => folded(each) === folded(value);
        const taken = ifOne(read(index), (each) => (isIt(each) ? index + 1 : 'next'));
        if (taken !== 'next') return taken;
      }
      return count % 2 === 0 ? count - 1 : 0;
    });
  },
};

/**
 * Univer calculates all arguments of IF before IF itself, so that `=IF(A1="closed",0,LOCATTR(…))`
 * would ask, and pay, where A1 says closed. With this, as in Excel, a branch that calls one of these
 * functions is calculated only if it is taken.
 *
 * @param names of the functions, in upper case.
 */
export function leaveUntakenBranches(injector: Injector, names: ReadonlySet<string>): void {
  const interpreter = injector.get(Interpreter);
  const execute = interpreter['_execute'].bind(interpreter);
  const calls = (node: BaseAstNode): boolean =>
    names.has(nameOf(node)) || node.getChildren().some(calls);

  interpreter['_execute'] = (node: BaseAstNode, ...offset: number[]) => {
    const name = nameOf(node);
    const branches = Object.hasOwn(BRANCHES, name) ? BRANCHES[name] : undefined;
    const children = node.getChildren();
    const isOurs = branches !== undefined && children.slice(1).some(calls);
    if (!isOurs || children.some((child) => nameOf(child) === 'LAMBDA')) {
      return execute(node, ...offset);
    }
    const calculated = new Set<BaseAstNode>();
    const read: Read = (index) => {
      const child = children[index];
      if (child === undefined) return undefined;
      calculated.add(child);
      interpreter['_execute'](child, ...offset);
      return valueOf(child.getValue() ?? undefined);
    };
    const taken = branches(read, children.length);
    const test = valueOf(children[0]?.getValue() ?? undefined);
    // What IFERROR waits for is no error yet.
    const instead = isBusy(test) ? test : NullValueObject.create();
    children.forEach((child, index) => {
      if (calculated.has(child)) return;
      if (taken === 'any' || taken === index) read(index);
      else child.setValue(instead);
    });
    node.execute();
    return DONE;
  };
}

const BUSY: string = BUSY_TEXT;
/** What the interpreter itself returns. */
const DONE = 0;

function nameOf(node: BaseAstNode): string {
  return node.getToken().toUpperCase();
}

/** An error is the result, whichever branches there are. */
function ifOne<Next>(
  value: BaseValueObject | undefined,
  taken: (value: BaseValueObject) => Next,
): Next | Taken {
  if (value === undefined || value.isArray()) return 'any';
  return value.isError() ? 0 : taken(value);
}

function takenOn(value: BaseValueObject | undefined, isIt: (error: string) => boolean): Taken {
  let taken: Taken = 0;
  const look = (each: Nullable<BaseValueObject>): undefined => {
    if (each?.isError() === true && isIt((each as ErrorValueObject).getErrorType())) taken = 1;
  };
  if (value?.isArray() === true) (value as ArrayValueObject).iterator(look);
  else look(value);
  return taken;
}

/** The value of a single cell, or the values of several. */
function valueOf(variant: FunctionVariantType | undefined): BaseValueObject | undefined {
  const value =
    variant?.isReferenceObject() === true
      ? (variant as BaseReferenceObject).toArrayValueObject()
      : (variant as BaseValueObject | undefined);
  if (value?.isArray() !== true) return value;
  const array = value as ArrayValueObject;
  const isOne = array.getRowCount() === 1 && array.getColumnCount() === 1;
  return isOne ? (array.get(0, 0) ?? undefined) : array;
}

function isBusy(value: BaseValueObject | undefined): value is BaseValueObject {
  return value?.isError() === true && (value as ErrorValueObject).getErrorType() === BUSY;
}

/** As Univer's IFS reads it. */
function isTrue(value: unknown): boolean {
  return typeof value === 'string' ? value.toUpperCase() === 'TRUE' : Boolean(value);
}

function folded(value: BaseValueObject): string {
  return String(value.getValue()).toLowerCase();
}
