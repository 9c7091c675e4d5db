import { linksOf, type SourceTree } from './source-tree';

/**
 * A test comes in through a door: what a file in another folder of `src` imports, an index, a
 * program's `main`, or what a `main` joins. What one folder alone uses is tested through that
 * folder's door, so that it can be written anew without its tests. `pieces` are the exceptions, each
 * with its reason.
 */
export function doorViolations(
  tree: SourceTree,
  pieces: Readonly<Record<string, string>>,
): string[] {
  const doors = doorsOf(tree);
  const tests = [...tree.keys()].filter((path) => path.startsWith('test/'));
  const used = new Set<string>();
  const complaints = tests.flatMap((path) =>
    targetsOf(tree, path).flatMap((target) => {
      if (!target.startsWith('src/') || doors.has(target)) return [];
      used.add(target);
      return pieces[target] === undefined ? [`${path} imports ${target}, which is no door`] : [];
    }),
  );
  const idle = Object.keys(pieces).filter((piece) => !used.has(piece));
  return [...complaints, ...idle.map((piece) => `${piece} needs no exception`)];
}

function doorsOf(tree: SourceTree): Set<string> {
  const doors = new Set<string>();
  for (const path of tree.keys()) {
    if (!path.startsWith('src/')) continue;
    if (/\/(index|main)\.tsx?$/.test(path)) doors.add(path);
    const isProgram = /\/main\.tsx?$/.test(path);
    for (const target of targetsOf(tree, path)) {
      if (isProgram || folderOf(target) !== folderOf(path)) doors.add(target);
    }
  }
  return doors;
}

function targetsOf(tree: SourceTree, path: string): string[] {
  return linksOf(tree, path).flatMap(({ target }) => (target === undefined ? [] : [target]));
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
