import ts from 'typescript';
import { parse, type SourceTree } from './source-tree';

/** Built-in functions that take any number of arguments. */
const VARIADIC =
  /^(?:(?:Math\.(?:max|min|hypot)|String\.(?:fromCharCode|fromCodePoint)|\w+\.of)|.*\.(?:push|unshift|splice|concat|toSpliced))$/s;

/**
 * Lists that are spread into the arguments of a built-in function, a line each. An engine throws
 * "Maximum call stack size exceeded" from about 120,000 arguments on.
 */
export function spreadViolations(tree: SourceTree): string[] {
  const found: string[] = [];
  for (const [path, text] of tree) {
    const file = parse(path, text);
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && node.arguments.some(ts.isSpreadElement)) {
        const called = node.expression.getText(file);
        const { line } = file.getLineAndCharacterOfPosition(node.arguments.pos);
        if (VARIADIC.test(called)) {
          const name = called.slice(called.lastIndexOf('.') + 1);
          found.push(`${path}:${line + 1}: spreads a list into the arguments of ${name}`);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}
