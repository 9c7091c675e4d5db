import { deflateSync, Inflate } from 'fflate';

/** Compresses bytes into text that any XML can carry. */
export function packed(bytes: Uint8Array): string {
  return toBase64(deflateSync(bytes, { level: 6 }));
}

/**
 * The bytes of a text; undefined if `packed` did not write it, or if it would inflate beyond
 * `maxBytes`: it is inflated a little at a time, and no further than that.
 */
export function unpacked(text: string, maxBytes: number): Uint8Array | undefined {
  const compressed = fromBase64(text);
  return compressed === undefined ? undefined : inflated(compressed, maxBytes);
}

/** Arguments of one call. A zip bomb can grow to a thousand times this before it is noticed. */
const PIECE = 4_096;

export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += PIECE) {
    pieces.push(String.fromCharCode(...bytes.subarray(from, from + PIECE)));
  }
  return btoa(pieces.join(''));
}

/** Undefined for any other text. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes;
  } catch {
    return undefined;
  }
}

function inflated(compressed: Uint8Array, maxBytes: number): Uint8Array | undefined {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let hasEnded = false;
  const inflate = new Inflate((piece, isLast) => {
    pieces.push(piece);
    length += piece.length;
    hasEnded = isLast;
  });
  try {
    for (let from = 0; from < compressed.length && length <= maxBytes; from += PIECE) {
      const to = Math.min(from + PIECE, compressed.length);
      inflate.push(compressed.subarray(from, to), to === compressed.length);
    }
  } catch {
    return undefined;
  }
  return hasEnded && length <= maxBytes ? joined(pieces, length) : undefined;
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
