/** Converts bytes not declared as text: decodes them if they are text, else writes them in hex. */
export function bytesText(bytes: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = bytes;
  return textOfBytes(bytes) ?? Buffer.from(buffer, byteOffset, byteLength).toString('hex');
}

/** Decodes bytes if they are text: many older programs do not declare a column as text. */
export function textOfBytes(bytes: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(bytes);
    // A geometry begins with a byte of 0 or 1, and could otherwise pass for text.
    return CONTROL.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const CONTROL = /[^\P{Cc}\t\n\r]/u;
