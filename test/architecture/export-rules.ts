import ts from 'typescript';
import { linksOf, parse, type SourceTree } from './source-tree';

interface Exported {
  readonly name: string;
  /** A type whose own file needs it belongs to a signature, even if no one names it. */
  readonly isOwnUse: boolean;
}

/**
 * Exports that no other file takes, a line each. Passing a name on through an index is not taking
 * it. `isEntry` says which files are entered from outside, so that all of their exports count.
 */
export function unusedExports(tree: SourceTree, isEntry: (path: string) => boolean): string[] {
  const taken = takenNames(tree);
  return [...tree].flatMap(([path, text]) => {
    if (isEntry(path) || path.endsWith('.d.ts')) return [];
    const names = taken.get(path) ?? new Set<string>();
    return exportsOf(parse(path, text))
      .filter(({ name, isOwnUse }) => !isOwnUse && !names.has(name) && !names.has('*'))
      .map(({ name }) => `${path}: nobody uses ${name}`);
  });
}

/** For each file, the names that others take of it, seen through files that pass names on. */
function takenNames(tree: SourceTree): Map<string, Set<string>> {
  const taken = new Map<string, Set<string>>();
  const links = new Map([...tree.keys()].map((path) => [path, linksOf(tree, path)]));
  const take = (path: string, name: string): void => {
    const names = taken.get(path) ?? new Set<string>();
    if (names.has(name)) return;
    taken.set(path, names.add(name));
    for (const { target, names: passed, passedOnAs } of links.get(path) ?? []) {
      if (target === undefined || passedOnAs === undefined) continue;
      passed.forEach((original, index) => {
        if (name === '*' || passedOnAs[index] === name) take(target, original);
      });
    }
  };
  for (const { target, names, passedOnAs } of [...links.values()].flat()) {
    if (target === undefined || passedOnAs !== undefined) continue;
    for (const name of names) take(target, name);
  }
  return taken;
}

function exportsOf(file: ts.SourceFile): Exported[] {
  return file.statements.flatMap((statement) => {
    if (!ts.canHaveModifiers(statement) || !isExported(statement)) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.flatMap(({ name }) =>
        ts.isIdentifier(name) ? [{ name: name.text, isOwnUse: false }] : [],
      );
    }
    if (!isNamedDeclaration(statement) || statement.name === undefined) return [];
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
    const name = statement.name.text;
    return [{ name, isOwnUse: isType && mentions(file, name) > 1 }];
  });
}

function isExported(statement: ts.HasModifiers): boolean {
  const modifiers = ts.getModifiers(statement) ?? [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

function isNamedDeclaration(
  node: ts.Node,
): node is ts.Statement & { readonly name?: ts.Identifier } {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node)
  );
}

function mentions(file: ts.SourceFile, name: string): number {
  let count = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name) count += 1;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return count;
}
