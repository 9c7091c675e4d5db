import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** The names that a script associates through that object, sorted: `CustomFunctions.associate(…)`. */
export function associationsIn(path: string, through: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === `${through}.associate`) {
      const [name] = node.arguments;
      if (name !== undefined && ts.isStringLiteralLike(name)) names.push(name.text);
    }
    ts.forEachChild(node, visit);
  };
  const text = readFileSync(path, 'utf8');
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return names.sort();
}
