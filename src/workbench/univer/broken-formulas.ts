import type { Injector } from '@univerjs/core';
import {
  AstTreeBuilder,
  ErrorType,
  ErrorValueObject,
  Interpreter,
  Lexer,
} from '@univerjs/engine-formula';

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
  const read = lexer.treeBuilder.bind(lexer);
  lexer.treeBuilder = (...args) =>
    orElse(
      () => read(...args),
      () => ErrorType.VALUE,
    );
  const parse = trees.parse.bind(trees);
  trees.parse = (node) =>
    orElse(
      () => parse(node),
      () => parse(read(`=${ErrorType.VALUE}`) as typeof node),
    );
  const fault = () => ErrorValueObject.create(ErrorType.VALUE);
  const execute = interpreter.execute.bind(interpreter);
  interpreter.execute = (data) => orElse(() => execute(data), fault);
  const executeAsync = interpreter.executeAsync.bind(interpreter);
  interpreter.executeAsync = (data) => executeAsync(data).catch(fault);
  const prepare = interpreter.executePreCalculateNode.bind(interpreter);
  interpreter.executePreCalculateNode = (node) => orElse(() => prepare(node), fault);
}

function orElse<Result>(run: () => Result, instead: () => Result): Result {
  try {
    return run();
  } catch {
    return instead();
  }
}
