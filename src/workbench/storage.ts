import { createLocalStorage } from '../addin/device/local-storage';
import type { DeviceStorage } from '../addin/spreadsheet/device-storage';

/** Local storage of the page's own origin, which the sample service's other pages share. */
export function createStorage(open: () => Storage): DeviceStorage {
  return createLocalStorage(open, () => 'locus.');
}
