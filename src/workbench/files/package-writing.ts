import type { Breath } from './breath';
import { createChecksum } from './checksum';
import { joined } from './package-reading';

/** A part of a package, and its text in as many pieces as it was made in. */
export interface PackagePart {
  readonly name: string;
  readonly text: readonly string[];
}

/** A zip file of these parts, in their order. Equal parts give equal bytes. */
export async function writePackage(
  parts: readonly PackagePart[],
  breath: Breath,
): Promise<Uint8Array<ArrayBuffer>> {
  const update = createChecksum();
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let length = 0;
  const add = (piece: Uint8Array): void => {
    pieces.push(piece);
    length += piece.length;
  };
  for (const { name, text } of parts) {
    let checksum = 0;
    let size = 0;
    const packed: Uint8Array[] = [];
    const source = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        async start(controller) {
          for (const written of text) {
            const bytes = encoder.encode(written);
            checksum = update(checksum, bytes);
            size += bytes.length;
            controller.enqueue(bytes);
            await breath.take();
          }
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const reader = source.pipeThrough(new CompressionStream('deflate-raw')).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      packed.push(value);
    }
    const packedSize = packed.reduce((total, piece) => total + piece.length, 0);
    const entry = { name: encoder.encode(name), checksum, size, packedSize, start: length };
    directory.push(directoryEntry(entry), entry.name);
    add(localHeader(entry));
    add(entry.name);
    for (const piece of packed) add(piece);
  }
  const start = length;
  for (const piece of directory) add(piece);
  add(endRecord(parts.length, start, length - start));
  return joined(pieces, length);
}

interface Entry {
  readonly name: Uint8Array;
  readonly checksum: number;
  readonly size: number;
  readonly packedSize: number;
  readonly start: number;
}

const LOCAL_LENGTH = 30;
const ENTRY_LENGTH = 46;
const END_LENGTH = 22;
/** Readers must know deflate. */
const VERSION = 20;
/** Names are in UTF-8. */
const FLAGS = 0x0800;
const DEFLATED = 8;
/** The first day that zip files know: when a workbook was saved is nobody's business here. */
const DAY = 0x0021;

function localHeader(entry: Entry): Uint8Array {
  const bytes = new Uint8Array(LOCAL_LENGTH);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x04034b50, true);
  setCommon(view, 4, entry);
  return bytes;
}

function directoryEntry(entry: Entry): Uint8Array {
  const bytes = new Uint8Array(ENTRY_LENGTH);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x02014b50, true);
  view.setUint16(4, VERSION, true);
  setCommon(view, 6, entry);
  view.setUint32(42, entry.start, true);
  return bytes;
}

/** What the header before a part and its entry in the directory both say. */
function setCommon(view: DataView, at: number, { name, checksum, size, packedSize }: Entry): void {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 2, FLAGS, true);
  view.setUint16(at + 4, DEFLATED, true);
  view.setUint16(at + 8, DAY, true);
  view.setUint32(at + 10, checksum, true);
  view.setUint32(at + 14, packedSize, true);
  view.setUint32(at + 18, size, true);
  view.setUint16(at + 22, name.length, true);
}

function endRecord(count: number, start: number, length: number): Uint8Array {
  const bytes = new Uint8Array(END_LENGTH);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(8, count, true);
  view.setUint16(10, count, true);
  view.setUint32(12, length, true);
  view.setUint32(16, start, true);
  return bytes;
}
