import type { Json } from './json-document';

/** Unsigned 32-bit integers as text, eleven characters for two. */
export function writeUint32s(words: Uint32Array): string {
  const bytes = new Uint8Array(words.length * BYTES);
  const view = new DataView(bytes.buffer);
  words.forEach((word, index) => view.setUint32(index * BYTES, word, true));
  const pieces: string[] = [];
  // As many arguments as any JavaScript engine accepts; a multiple of three, so without padding.
  for (let start = 0; start < bytes.length; start += PIECE) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(start, start + PIECE))));
  }
  return pieces.join('');
}

/** Undefined for anything that `writeUint32s` did not write. */
export function readUint32s(json: Json | undefined): Uint32Array | undefined {
  if (typeof json !== 'string') return undefined;
  let binary: string;
  try {
    binary = atob(json);
  } catch {
    return undefined;
  }
  if (binary.length % BYTES !== 0) return undefined;
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Uint32Array.from({ length: binary.length / BYTES }, (_, index) =>
    view.getUint32(index * BYTES, true),
  );
}

const BYTES = 4;
const PIECE = 12_288;
