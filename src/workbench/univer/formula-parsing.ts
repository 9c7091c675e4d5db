import {
  AstTreeBuilder,
  ErrorType,
  ErrorValueObject,
  Interpreter,
  Lexer,
  LexerTreeBuilder,
  NullValueObject,
  ValueNodeFactory,
} from '@univerjs/engine-formula';
import type {
  ArrayValueObject,
  BaseAstNode,
  BaseReferenceObject,
  LexerNode,
} from '@univerjs/engine-formula';
import type { Injector } from '@univerjs/core';

/**
 * Univer reads whatever is typed as if it were a formula, `see [1` too, and begins the next one
 * with the square brackets that are still open: `=SUM(1,2)` was #VALUE! until the page was loaded
 * again. It also keeps what it has read by the formula's text, for all workbooks: with the cells of
 * the names in it, and with the values of LET and LAMBDA, so that `=LET(a,A1,a+1)` and `=rate*2`
 * counted with the workbook that was open before. With this, every formula is read afresh.
 */
export function readFormulasAfresh(lexer: LexerTreeBuilder): LexerTreeBuilder {
  const reset = lexer['_resetTemp'].bind(lexer);
  lexer['_resetTemp'] = () => {
    reset();
    lexer['_squareBracketState'] = 0;
    lexer['_tableBracketState'] = false;
  };
  // All lexers keep in one place, which any of them empties as it goes. What is calculated is kept
  // apart, by workbook, so that a formula is seldom read twice.
  const other = new LexerTreeBuilder();
  const build = lexer.treeBuilder.bind(lexer);
  lexer.treeBuilder = (...formula) => {
    other.dispose();
    return build(...formula);
  };
  return lexer;
}

/**
 * Univer throws on a few formulas, such as `=:@`, and then calculates nothing until the page is
 * reloaded. This turns such a formula into #VALUE! and keeps the others calculating.
 */
export function surviveBrokenFormulas(injector: Injector): void {
  const [lexer, trees, interpreter] = [
    injector.get(Lexer),
    injector.get(AstTreeBuilder),
    injector.get(Interpreter),
  ];
  const parse = trees.parse.bind(trees);
  trees.parse = (node) =>
    orElse(
      () => parse(node),
      () => parse(lexer.treeBuilder(`=${ErrorType.VALUE}`) as LexerNode),
    );
  const execute = interpreter.execute.bind(interpreter);
  interpreter.execute = (data) =>
    orElse(
      () => execute(data),
      () => ErrorValueObject.create(ErrorType.VALUE),
    );
}

function orElse<Result>(run: () => Result, instead: () => Result): Result {
  try {
    return run();
  } catch {
    return instead();
  }
}

/**
 * Univer's `@` takes the cell of its own row out of a column, and is #VALUE! before anything else.
 * With this, as in Excel, it takes a single cell as it is, and of a call's values the first:
 * `=@LOCATTR(A2,B2,"a_b,c_d")` shows a_b.
 */
export function takeOneByAt(injector: Injector): void {
  const interpreter = injector.get(Interpreter);
  const execute = interpreter['_execute'].bind(interpreter);
  interpreter['_execute'] = (node: BaseAstNode, ...offset: number[]) => {
    const end = execute(node, ...offset);
    const value = node.getToken() === '@' ? node.getChildren()[0]?.getValue() : undefined;
    const isRange = value?.isReferenceObject() === true && !(value as BaseReferenceObject).isCell();
    if (value === undefined || value === null || isRange) return end;
    const values = value.isReferenceObject()
      ? (value as BaseReferenceObject).toArrayValueObject()
      : value;
    const first = values.isArray() ? (values as ArrayValueObject).get(0, 0) : values;
    node.setValue(first ?? NullValueObject.create());
    return end;
  };
}

/**
 * Where Univer does not read text as numbers, as in the arguments of our functions, it treats a
 * number as text too unless it is written as JavaScript writes it: 1E308 is "1e+308" there.
 */
export function readNumbersAsTheyCount(injector: Injector): void {
  const nodes = injector.get(ValueNodeFactory);
  const create = nodes.create.bind(nodes);
  nodes.create = (token) => {
    const isNumber = token.trim() !== '' && Number.isFinite(Number(token));
    return create(isNumber ? String(Number(token)) : token);
  };
}
