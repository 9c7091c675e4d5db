import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * A file of an installed package, found as Node finds packages: in the node_modules of these
 * folders or of any folder above them. The program is bundled, so we search from where it was
 * started, not from its own place on disk.
 */
export function packageFile(path: string, folders: readonly string[]): string {
  for (const folder of folders) {
    for (let at = resolve(folder); ; at = dirname(at)) {
      const file = join(at, 'node_modules', path);
      if (existsSync(file)) return file;
      if (at === dirname(at)) break;
    }
  }
  throw new Error(`The sample data file ${path} is missing: run "npm ci" in the project's folder.`);
}
