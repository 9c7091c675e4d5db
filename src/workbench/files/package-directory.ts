import { damaged, tooLarge } from './unreadable-file';

/** What a zip file's directory says of one of its parts. */
export interface PackageEntry {
  readonly name: string;
  readonly isDeflated: boolean;
  readonly isEncrypted: boolean;
  readonly checksum: number;
  readonly packedSize: number;
  readonly size: number;
  /** Where its packed bytes begin. */
  readonly start: number;
}

/**
 * The directory at the end of a zip file, which is what counts; also of one written with the
 * fields for very large files. Throws `UnreadableFile`.
 */
export function readDirectory(bytes: Uint8Array, maxParts: number): PackageEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return entriesOf(view, bytes, maxParts);
  } catch (reason) {
    // Whatever points beyond the file's end.
    if (reason instanceof RangeError) throw damaged();
    throw reason;
  }
}

const END = 0x06054b50;
const END_LENGTH = 22;
const LARGE_END = 0x06064b50;
const LARGE_END_POINTER = 0x07064b50;
const LARGE_END_POINTER_LENGTH = 20;
const ENTRY = 0x02014b50;
const ENTRY_LENGTH = 46;
const LOCAL = 0x04034b50;
const LOCAL_LENGTH = 30;
const MAX_COMMENT = 0xffff;
const SEE_LARGE = 0xffffffff;
const LARGE_FIELDS = 1;
const STORED = 0;
const DEFLATED = 8;

function entriesOf(view: DataView, bytes: Uint8Array, maxParts: number): PackageEntry[] {
  const { count, start } = endOf(view);
  if (count > maxParts) throw tooLarge(`it has more than ${String(maxParts)} parts`);
  const entries: PackageEntry[] = [];
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== ENTRY) throw damaged();
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const nameAt = at + ENTRY_LENGTH;
    const name = nameOf(bytes.subarray(nameAt, nameAt + nameLength));
    if (!name.endsWith('/')) entries.push(entryAt(view, at, name));
    at = nameAt + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  return entries;
}

function entryAt(view: DataView, at: number, name: string): PackageEntry {
  const method = view.getUint16(at + 10, true);
  if (method !== STORED && method !== DEFLATED) throw damaged();
  const [size = 0, packedSize = 0, local = 0] = withLargeFields(view, at, [
    view.getUint32(at + 24, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 42, true),
  ]);
  if (view.getUint32(local, true) !== LOCAL) throw damaged();
  const start =
    local + LOCAL_LENGTH + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + packedSize > view.byteLength) throw damaged();
  return {
    name,
    isDeflated: method === DEFLATED,
    isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
    checksum: view.getUint32(at + 16, true),
    packedSize,
    size,
    start,
  };
}

/** A field that is too small for its number says so, and the number stands among the extras. */
function withLargeFields(view: DataView, at: number, fields: readonly number[]): number[] {
  if (!fields.includes(SEE_LARGE)) return [...fields];
  let extra = at + ENTRY_LENGTH + view.getUint16(at + 28, true);
  const end = extra + view.getUint16(at + 30, true);
  while (extra < end && view.getUint16(extra, true) !== LARGE_FIELDS) {
    extra += 4 + view.getUint16(extra + 2, true);
  }
  if (extra >= end) throw damaged();
  let next = extra + 4;
  return fields.map((field) => {
    if (field !== SEE_LARGE) return field;
    next += 8;
    return largeNumber(view, next - 8);
  });
}

function endOf(view: DataView): { count: number; start: number } {
  const first = Math.max(0, view.byteLength - END_LENGTH - MAX_COMMENT);
  let at = view.byteLength - END_LENGTH;
  while (at >= first && view.getUint32(at, true) !== END) at -= 1;
  if (at < first) throw damaged();
  const pointer = at - LARGE_END_POINTER_LENGTH;
  if (pointer >= 0 && view.getUint32(pointer, true) === LARGE_END_POINTER) {
    const large = largeNumber(view, pointer + 8);
    if (view.getUint32(large, true) !== LARGE_END) throw damaged();
    return { count: largeNumber(view, large + 32), start: largeNumber(view, large + 48) };
  }
  return { count: view.getUint16(at + 10, true), start: view.getUint32(at + 16, true) };
}

/** A number that no file's length reaches points beyond the end, as it should. */
function largeNumber(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

/** Some programs write backslashes, and some a slash at the start. */
function nameOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replaceAll('\\', '/').replace(/^\/+/, '');
}
