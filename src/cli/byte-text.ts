/** Bytes that a file doesn’t say to be text, as text: what they say if they are, or else in hex. */
export function bytesText(bytes: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = bytes;
  return textOfBytes(bytes) ?? Buffer.from(buffer, byteOffset, byteLength).toString('hex');
}

/** Many older programs leave out that a column is text. Undefined for what is none. */
export function textOfBytes(bytes: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(bytes);
    // Without this a geometry, which begins with a 0 or 1, may pass for text.
    return CONTROL.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const CONTROL = /[^\P{Cc}\t\n\r]/u;
