import type { Breath } from './breath';
import { createChecksum } from './checksum';
import { readDirectory } from './package-directory';
import type { PackageEntry } from './package-directory';
import { damaged, tooLarge, UnreadableFile } from './unreadable-file';

/** A zip file's parts by their names, unpacked one at a time. */
export interface ReadPackage {
  /** As they are written, without a slash at the start. */
  readonly names: readonly string[];
  /** Names are case-insensitive, as Open XML has it. */
  has(name: string): boolean;
  /** Undefined where there is no such part. Throws `UnreadableFile`. */
  read(name: string): Promise<Uint8Array | undefined>;
}

export interface PackageLimits {
  readonly maxParts: number;
  /** Of all that is unpacked, whatever the file says of itself. */
  readonly maxBytes: number;
}

/**
 * What is unpacked is counted while it comes out, in pieces so small that even the most that
 * deflate can hide in one does no harm: a file's own word on its sizes is never relied on.
 */
export function openPackage(
  bytes: Uint8Array<ArrayBuffer>,
  { maxParts, maxBytes }: PackageLimits,
  breath: Breath,
): ReadPackage {
  const entries = new Map<string, PackageEntry>();
  let promised = 0;
  for (const entry of readDirectory(bytes, maxParts)) {
    const key = keyOf(entry.name);
    // Two parts of one name: programs would differ in which they take.
    if (entries.has(key)) throw damaged();
    entries.set(key, entry);
    promised += entry.size;
  }
  if (promised > maxBytes) throw tooMuch(maxBytes);
  const update = createChecksum();
  let unpacked = 0;

  async function unpack(entry: PackageEntry): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let length = 0;
    let sum = 0;
    const packed = bytes.subarray(entry.start, entry.start + entry.packedSize);
    for await (const piece of entry.isDeflated ? inflated(packed) : [packed]) {
      length += piece.length;
      unpacked += piece.length;
      if (unpacked > maxBytes || length > entry.size) throw tooMuch(maxBytes);
      sum = update(sum, piece);
      pieces.push(piece);
      await breath.take();
    }
    if (length !== entry.size || sum !== entry.checksum) throw damaged();
    return joined(pieces, length);
  }

  return {
    names: [...entries.values()].map(({ name }) => name),
    has: (name) => entries.has(keyOf(name)),
    async read(name) {
      const entry = entries.get(keyOf(name));
      if (entry === undefined) return undefined;
      if (entry.isEncrypted) throw new UnreadableFile(PROTECTED);
      return unpack(entry);
    },
  };
}

export const PROTECTED =
  'The file is protected by a password. Open it in Excel, remove the password (File, Info, Protect Workbook), save it and open it again.';

export function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Deflate grows a piece a thousandfold at most: 16 MB come out of one before anyone can look. */
const PIECE_BYTES = 16_384;

async function* inflated(packed: Uint8Array<ArrayBuffer>): AsyncGenerator<Uint8Array> {
  let at = 0;
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (at >= packed.length) return controller.close();
        controller.enqueue(packed.subarray(at, at + PIECE_BYTES));
        at += PIECE_BYTES;
      },
    },
    { highWaterMark: 0 },
  );
  const reader = source.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw damaged();
      });
      if (done) return;
      yield value;
    }
  } finally {
    // The stream may have failed already; then there is nothing to end.
    await reader.cancel().catch(() => undefined);
  }
}

function keyOf(name: string): string {
  return name.toLowerCase();
}

function tooMuch(maxBytes: number): UnreadableFile {
  const megabytes = Math.round(maxBytes / 1_000_000);
  return tooLarge(`unpacked it would be larger than ${String(megabytes)} MB`);
}
