/**
 * Small texts kept on this device. The host says where. Storage may be blocked, full, partitioned
 * or emptied at any time, so nothing here throws, and callers carry on without it.
 */
export interface DeviceStorage {
  /** Undefined if nothing is kept, or nothing can be read. */
  read(name: string): string | undefined;
  /** False if the device would not keep it. */
  write(name: string, text: string): boolean;
  remove(name: string): void;
  /**
   * Reports what another window of this device has written or removed; without a name, anything may
   * have changed. A report may come late or never: read important values again before changing
   * them.
   */
  subscribe(listener: (name?: string, text?: string) => void): () => void;
}
