import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import ts from 'typescript';

/** Sources by their path from the repository's root, with forward slashes: `src/engine/async/clock.ts`. */
export type SourceTree = ReadonlyMap<string, string>;

/** One `import`, `export … from`, `import()`, `require()` or `evaluate()` of a file. */
export interface Link {
  readonly specifier: string;
  /** The path in the tree, or undefined for a package. */
  readonly target: string | undefined;
  /** Names taken, by what the target calls them; `*` for all. */
  readonly names: readonly string[];
  /** Nothing of it is left in the program. */
  readonly isOfTypes?: boolean;
  /** By `import()` or `require()`. */
  readonly isFetched?: boolean;
  /** Set where the names are passed on: what they are called here, in the same order. */
  readonly passedOnAs?: readonly string[];
}

/** Every TypeScript file under these folders of the repository, and every script. */
export function readSourceTree(root: string, ...folders: readonly string[]): SourceTree {
  const tree = new Map<string, string>();
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(?:tsx?|mjs)$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      tree.set(relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8'));
    }
  }
  return tree;
}

/** Each rule reads the same files. */
const parsed = new Map<string, ts.SourceFile>();

export function parse(path: string, text: string): ts.SourceFile {
  const known = parsed.get(path);
  if (known?.text === text) return known;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  if (path.startsWith('src/')) parsed.set(path, file);
  return file;
}

/** Found once: several rules ask for them. */
const found = new WeakMap<SourceTree, Map<string, Link[]>>();

export function linksOf(tree: SourceTree, path: string): Link[] {
  const known = found.get(tree) ?? new Map<string, Link[]>();
  found.set(tree, known);
  const links = known.get(path) ?? findLinks(tree, path);
  known.set(path, links);
  return links;
}

function findLinks(tree: SourceTree, path: string): Link[] {
  const links: Link[] = [];
  const add = (specifier: ts.Expression | undefined, link: Omit<Link, 'specifier' | 'target'>) => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    links.push({ specifier: specifier.text, target: resolve(tree, path, specifier.text), ...link });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier, {
        names: importedNames(node.importClause),
        isOfTypes: isOfTypes(node.importClause),
      });
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, passedOnNames(node.exportClause));
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, { names: ['*'] });
    } else if (ts.isCallExpression(node) && isImportCall(node)) {
      add(node.arguments[0], { names: ['*'], isFetched: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(path, tree.get(path) ?? ''));
  return links;
}

function importedNames(clause: ts.ImportClause | undefined): string[] {
  const bindings = clause?.namedBindings;
  const byName = clause?.name === undefined ? [] : ['default'];
  if (bindings === undefined) return byName;
  if (ts.isNamespaceImport(bindings)) return [...byName, '*'];
  return [
    ...byName,
    ...bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text),
  ];
}

function isOfTypes(clause: ts.ImportClause | undefined): boolean {
  const bindings = clause?.namedBindings;
  if (clause === undefined || clause.phaseModifier === ts.SyntaxKind.TypeKeyword)
    return clause !== undefined;
  if (clause.name !== undefined || bindings === undefined) return false;
  return ts.isNamedImports(bindings) && bindings.elements.every((each) => each.isTypeOnly);
}

function passedOnNames(
  clause: ts.NamedExportBindings | undefined,
): Omit<Link, 'specifier' | 'target'> {
  if (clause === undefined || ts.isNamespaceExport(clause)) return { names: ['*'] };
  return {
    names: clause.elements.map(({ name, propertyName }) => (propertyName ?? name).text),
    passedOnAs: clause.elements.map(({ name }) => name.text),
  };
}

function isImportCall({ expression }: ts.CallExpression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    // Scripts, which are not compiled, evaluate a source of ours.
    (ts.isIdentifier(expression) && /^(?:require|evaluate)$/.test(expression.text))
  );
}

function resolve(tree: SourceTree, from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const base = posix.normalize(posix.join(posix.dirname(from), specifier));
  const candidates = ['', '.ts', '.tsx', '.d.ts', '/index.ts', '/index.tsx'];
  // A file that is not in the tree (JSON, CSS) is still somewhere: its own path says where.
  return candidates.map((ending) => base + ending).find((path) => tree.has(path)) ?? base;
}
