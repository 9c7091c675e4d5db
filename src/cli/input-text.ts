import {
  createEncodingDetector,
  createStreamDecoder,
  encodingOfStart,
  type TextEncoding,
} from '../engine/places/text-encoding';
import { exactQuotation } from '../engine/language/quotation';
import type { InputFile } from './input-file';
import { FileFault } from './table';

/**
 * The text of a file, whichever encoding its bytes are in. Every text format is read through it.
 */
export interface InputText {
  /** The name that people know. */
  readonly name: string;
  readonly encoding: TextEncoding;
  /** The encoding so that a person can check it: `Windows-1252 (“Café”)`. */
  readonly found: string;
  /**
   * Yields the pieces in order, as often as wanted. The last one may be empty.
   *
   * @throws FileFault
   */
  pieces(): AsyncGenerator<TextPiece>;
}

export interface TextPiece {
  readonly text: string;
  readonly isLast: boolean;
}

/**
 * Opens the text of a file.
 *
 * @param said a named encoding; undefined to detect it.
 * @throws FileFault if the encoding is unclear.
 */
export async function openInputText(
  input: InputFile,
  said: TextEncoding | undefined,
): Promise<InputText> {
  const encoding = said ?? (await detectEncoding(input));
  const { example } = encoding;
  return {
    name: input.name,
    encoding,
    found: encoding.name + (example === undefined ? '' : ` (“${exactQuotation(example, 20)}”)`),
    async *pieces() {
      const decoder = createStreamDecoder(encoding);
      const decode = (bytes: Uint8Array, isLast: boolean): string => {
        try {
          return decoder.decode(bytes, isLast);
        } catch {
          throw new FileFault(
            `${input.name} holds bytes that are no ${encoding.name}. Name another encoding, such as --encoding utf-8.`,
          );
        }
      };
      for await (const chunk of fileChunks(input, encoding.markLength)) {
        yield { text: decode(chunk, false), isLast: false };
      }
      yield { text: decode(new Uint8Array(0), true), isLast: true };
    },
  };
}

/** Decodes the first bytes of a file, enough to tell formats apart. */
export function startOf(bytes: Uint8Array, said: TextEncoding | undefined): string {
  return new TextDecoder((said ?? encodingOfStart(bytes)).label).decode(bytes);
}

async function detectEncoding(input: InputFile): Promise<TextEncoding> {
  const detector = createEncodingDetector();
  for await (const chunk of fileChunks(input, 0)) detector.take(chunk);
  const encoding = detector.decide();
  if (encoding.isUnsure !== true) return encoding;
  throw new FileFault(
    `${input.name}: its encoding can’t be told. Save it as UTF-8, or name it, such as --encoding windows-1251.`,
  );
}

/** The file's bytes from an offset. Asking for the next chunk overwrites the previous one. */
async function* fileChunks({ file }: InputFile, from: number): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let at = from;
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Everything that is read from these bytes is in memory at once. */
const CHUNK_BYTES = 128 * 1024;
