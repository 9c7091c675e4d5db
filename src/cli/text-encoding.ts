import type { FileHandle } from 'node:fs/promises';
import { ownField } from '../contract/checked';

/** How to read a file's bytes as text. */
export interface TextEncoding {
  /** For `TextDecoder`. */
  readonly label: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  /** For people. */
  readonly name: string;
  /** Bytes before the text. */
  readonly markLength: number;
}

/**
 * What the byte order mark says. Without one: UTF-16 if zeros are frequent in only the even or only
 * the odd bytes, UTF-8 if the whole file is valid, else Windows-1252, which older programs write.
 */
export async function detectEncoding(file: FileHandle): Promise<TextEncoding> {
  const head = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
  const bytes = head.subarray(0, bytesRead);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { ...UTF_16LE, markLength: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { ...UTF_16BE, markLength: 2 };
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return { label: 'utf-8', name: 'UTF-8 with a byte order mark', markLength: 3 };
  }
  const zeros = [0, 1].map((at) => bytes.filter((byte, index) => byte === 0 && index % 2 === at));
  const [even = bytes, odd = bytes] = zeros;
  if (odd.length > bytes.length / 8 && even.length === 0) return { ...UTF_16LE, markLength: 0 };
  if (even.length > bytes.length / 8 && odd.length === 0) return { ...UTF_16BE, markLength: 0 };
  return (await isUtf8(file)) ? UTF_8 : WINDOWS;
}

const HEAD_BYTES = 4096;
const UTF_8 = { label: 'utf-8', name: 'UTF-8', markLength: 0 } as const;
const UTF_16LE = { label: 'utf-16le', name: 'UTF-16 (little-endian)' } as const;
const UTF_16BE = { label: 'utf-16be', name: 'UTF-16 (big-endian)' } as const;
const WINDOWS = { label: 'windows-1252', name: 'Windows-1252', markLength: 0 } as const;

async function isUtf8(file: FileHandle): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of fileChunks(file, 0)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (ownField(error, 'code') === 'ERR_ENCODING_INVALID_ENCODED_DATA') return false;
    throw error;
  }
}

/** The file's bytes from an offset. Asking for the next chunk overwrites the previous one. */
export async function* fileChunks(file: FileHandle, from: number): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let at = from;
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

const CHUNK_BYTES = 512 * 1024;
