import ts from 'typescript';
import { linksOf, parse, type Link, type SourceTree } from './source-tree';

/**
 * A test comes in through a door that other code uses: what a file in another folder of `src` or a
 * script imports or evaluates, an index and the names that it passes on, a program's `main` and what it joins (in
 * the code that it fetches by `import()`, too), or a port, made by `createX(): X` or `class
 * implements X` or `const x: X = () => …` where another folder describes `X`. What one folder alone uses is tested through
 * that folder's door, so that it can be written anew without its tests. `pieces` are the exceptions,
 * each with its reason.
 */
export function doorViolations(
  tree: SourceTree,
  pieces: Readonly<Record<string, string>>,
): string[] {
  const isDoor = doorsOf(tree);
  const tests = [...tree.keys()].filter((path) => path.startsWith('test/'));
  const used = new Set<string>();
  const complaints = tests.flatMap((path) =>
    targetsOf(tree, path).flatMap(({ target, names }) => {
      if (!target.startsWith('src/') || isDoor(target, names)) return [];
      used.add(target);
      return pieces[target] === undefined ? [`${path} imports ${target}, which is no door`] : [];
    }),
  );
  const idle = Object.keys(pieces).filter((piece) => !used.has(piece));
  return [...complaints, ...idle.map((piece) => `${piece} needs no exception`)];
}

function doorsOf(tree: SourceTree): (path: string, names: readonly string[]) => boolean {
  const doors = new Set<string>();
  const passedOn = new Set<string>();
  const mains = [...tree.keys()].filter((path) => MAIN.test(path));
  const programs = new Set([
    ...mains,
    ...mains.flatMap((main) =>
      targetsOf(tree, main).flatMap(({ target, isFetched }) => (isFetched ? [target] : [])),
    ),
  ]);
  for (const path of tree.keys()) {
    if (path.startsWith('test/')) continue;
    const isIndex = /^src\/.*\/index\.tsx?$/.test(path);
    if (isIndex || programs.has(path) || makesPort(tree, path)) doors.add(path);
    for (const { target, names, passedOnAs } of targetsOf(tree, path)) {
      if (programs.has(path) || folderOf(target) !== folderOf(path)) doors.add(target);
      else if (isIndex && passedOnAs !== undefined) {
        for (const name of names) passedOn.add(`${target} ${name}`);
      }
    }
  }
  return (path, names) =>
    doors.has(path) || (names.length > 0 && names.every((name) => passedOn.has(`${path} ${name}`)));
}

/** The page of a map in its own window is a program, too. */
const MAIN = /^src\/.*\/(?:main|map-page)\.tsx?$/;

/** Whether a file makes what an interface of another folder describes. */
function makesPort(tree: SourceTree, path: string): boolean {
  const described = new Set(
    targetsOf(tree, path)
      .filter(({ target }) => folderOf(target) !== folderOf(path))
      .flatMap(({ names }) => names),
  );
  const text = tree.get(path) ?? '';
  if (!/\bfunction create|\bimplements\b|\bexport const \w+: /.test(text)) return false;
  const source = parse(path, text);
  const exported = source.statements.filter(
    (statement) =>
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
  );
  return exported.some((statement) => {
    if (ts.isClassDeclaration(statement)) {
      const kinds = statement.heritageClauses?.flatMap((clause) => [...clause.types]) ?? [];
      return kinds.some(({ expression }) => described.has(expression.getText(source)));
    }
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.some(
        ({ type, initializer }) =>
          type !== undefined &&
          described.has(type.getText(source)) &&
          initializer !== undefined &&
          ts.isArrowFunction(initializer),
      );
    }
    if (!ts.isFunctionDeclaration(statement)) return false;
    const [, made] = /^create(\w+)$/.exec(statement.name?.text ?? '') ?? [];
    const type = statement.type?.getText(source);
    return made !== undefined && type === made && described.has(made);
  });
}

function targetsOf(tree: SourceTree, path: string): (Link & { readonly target: string })[] {
  return linksOf(tree, path).flatMap(({ target, ...link }) =>
    target === undefined ? [] : [{ ...link, target }],
  );
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
