/** What package-lock.json says of each installed package, by its path. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  /** Needed to build and to test alone, or bundled. */
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);

/**
 * Packages whose licence is not in the lock, or is not in the list, and why they are here all the
 * same. Each is bound to its version, so that a newer one is read again.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  '@microsoft/office-js@1.1.110':
    "Microsoft's own terms. Office's API, used by tests alone: Excel loads its copy from the CDN, and none is passed on.",
  '@univerjs/telemetry@0.25.1': 'No field in package.json; its LICENSE file is Apache-2.0.',
  'axe-core@4.14.1': 'MPL-2.0, copyleft of single files. Used by tests alone, and not passed on.',
  'exit@0.1.2': 'An old "licenses" list in package.json, and its LICENSE-MIT file, say MIT.',
};

/** Packages without a permissive licence, and exceptions no longer needed; a line each. */
export function licenceViolations({ packages }: Lock): string[] {
  const unneeded = new Set(Object.keys(EXCEPTIONS));
  const violations = Object.entries(packages).flatMap(([path, { version, license }]) => {
    if (path === '') return [];
    const name = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
    if (isPermissive(license)) return [];
    if (EXCEPTIONS[name] !== undefined) {
      unneeded.delete(name);
      return [];
    }
    return [`${name}: ${license ?? 'says nothing of a licence'}`];
  });
  return [...violations, ...[...unneeded].map((name) => `${name}: an exception nobody needs`)];
}

/** Reads the SPDX expressions that occur: one identifier, or several joined by OR or by AND. */
function isPermissive(license: string | undefined): boolean {
  if (license === undefined) return false;
  const expression = license.replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(expression)) return false;
  return expression
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => PERMISSIVE.has(id)));
}
