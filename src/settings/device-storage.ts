/**
 * Small texts kept on this device. The host says where; it may be blocked, full, partitioned or
 * emptied at any time, so nothing here throws and callers work on without it.
 */
export interface DeviceStorage {
  /** Undefined where nothing is kept, or nothing can be read. */
  read(name: string): string | undefined;
  /** False when the device would not keep it. */
  write(name: string, text: string): boolean;
  remove(name: string): void;
  /**
   * Tells what another window of this device has written or removed; without a name, that anything
   * may have changed. A device may tell late, or never: what matters is read again before it is
   * changed.
   */
  subscribe(listener: (name?: string, text?: string) => void): () => void;
}
