import { linksOf, type SourceTree } from './source-tree';

/**
 * Files that import each other, directly or by way of others, a line for each circle. A type counts
 * like a value: whoever reads one of the files has to read them all.
 */
export function circles(tree: SourceTree): string[] {
  const targets = new Map(
    [...tree.keys()].map((path) => [
      path,
      linksOf(tree, path).flatMap(({ target }) =>
        target !== undefined && tree.has(target) ? [target] : [],
      ),
    ]),
  );
  const found = new Set<string>();
  const finished = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path);
    if (start >= 0) {
      const circle = way.slice(start);
      // Begins with the first by name, so that each circle is found once.
      const first = circle.indexOf([...circle].sort()[0] as string);
      found.add([...circle.slice(first), ...circle.slice(0, first)].join(' -> '));
      return;
    }
    if (finished.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...way, path]);
    finished.add(path);
  };
  for (const path of tree.keys()) visit(path, []);
  return [...found];
}
