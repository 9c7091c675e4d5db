import { createLocalStorage } from '../addin/device/local-storage';
import type { DeviceStorage } from '../addin/spreadsheet/device-storage';

/**
 * Local storage under Office's partition key, so that one site embedded in another does not see
 * it; the key is undefined if Office runs in a web view of its own.
 */
export function createStorage(open: () => Storage): DeviceStorage {
  return createLocalStorage(open, partition);
}

export function partition(): string {
  return Office.context.partitionKey ?? '';
}
