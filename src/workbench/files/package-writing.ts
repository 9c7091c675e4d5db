import { Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import type { Slicer } from '../../engine/lookup';

/** A part of a package, with its text in the pieces it was made in. */
export interface PackagePart {
  readonly name: string;
  readonly text: readonly string[];
}

/** A zip file of these parts, in this order. Equal parts give equal bytes. */
export async function writePackage(
  parts: readonly PackagePart[],
  slice: Slicer,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), OPTIONS);
  for (const { name, text } of parts) await writer.add(name, { readable: encoded(text, slice) });
  return writer.close();
}

/** Writes sizes before each part, where the oldest readers look for them. */
const OPTIONS = {
  useWebWorkers: false,
  dataDescriptor: false,
  extendedTimestamp: false,
  // The earliest date that zip files allow: a workbook need not reveal when it was saved.
  lastModDate: new Date(1980, 0, 1),
};

function encoded(text: readonly string[], slice: Slicer): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        const piece = text[next];
        next += 1;
        if (piece === undefined) return controller.close();
        controller.enqueue(encoder.encode(piece));
        await slice();
      },
    },
    { highWaterMark: 0 },
  );
}
