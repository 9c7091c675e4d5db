import type { Lock } from './licence-rules';

/**
 * Packages that another one names and the lock lacks, a line each. npm leaves out the optional
 * native builds that its registry did not offer when the lock was written, and `npm ci` then
 * refuses that lock.
 */
export function missingFromLock({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !lookupPaths(path, name).some((candidate) => candidate in packages))
      .map((name) => `${path || 'package.json'} names ${name}, which the lock lacks`),
  );
}

/** Where Node would look for a package named in the package at `path`, nearest first. */
function lookupPaths(path: string, name: string): string[] {
  const candidates = [`${path === '' ? '' : `${path}/`}node_modules/${name}`];
  for (let end = path.lastIndexOf('node_modules/'); end >= 0;) {
    candidates.push(`${path.slice(0, end)}node_modules/${name}`);
    end = end === 0 ? -1 : path.lastIndexOf('node_modules/', end - 1);
  }
  return candidates;
}
