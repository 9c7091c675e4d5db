import type { Injector } from '@univerjs/core';
import {
  AstTreeBuilder,
  ErrorType,
  ErrorValueObject,
  Interpreter,
  Lexer,
  type LexerNode,
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
