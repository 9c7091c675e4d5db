import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createGunzip, createInflate, type Zlib } from 'node:zlib';
import type { Refusal } from './json-reply';

export type RequestBody =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/**
 * Reads a request's body as UTF-8, with U+FFFD for what is none. Never rejects.
 *
 * @param take lets the body be compressed, and says whether there is room for so many more bytes:
 *   its size is watched as it is unpacked, so that a small body cannot become a large one here.
 */
export async function readBody(
  incoming: IncomingMessage,
  mostBytes: number,
  take?: (bytes: number) => Refusal | undefined,
): Promise<RequestBody> {
  const encoding = (incoming.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const unpack = take && UNPACKERS.get(encoding);
  if (encoding !== 'identity' && unpack === undefined) {
    const message = take ? 'Send the body plain or as gzip.' : 'Send the body without compression.';
    return refused({ status: 415, message });
  }
  const unpackedSize = take ? ', once it is unpacked' : '';
  const tooLarge: Refusal = {
    status: 413,
    message: `The body may hold at most ${mostBytes} bytes${unpackedSize}.`,
  };
  if (Number(incoming.headers['content-length'] ?? 0) > mostBytes) return refused(tooLarge);
  // The client may have left while its token was verified; no event would follow.
  if (incoming.destroyed) return refused(CUT);
  const unpacked = unpack?.();
  const source: Readable = unpacked === undefined ? incoming : incoming.pipe(unpacked);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stop = (refusal: Refusal): void => {
      source.off('data', onData);
      incoming.unpipe().pause();
      unpacked?.destroy();
      resolve(refused(refusal));
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      const refusal = bytes > mostBytes ? tooLarge : take?.(chunk.length);
      if (refusal === undefined) chunks.push(chunk);
      else stop(refusal);
    };
    const onCut = (): void => stop(CUT);
    source.on('data', onData).once('end', () => {
      const whole = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      const text = whole.toString('utf8');
      // Programs that write files put a byte order mark before UTF-8.
      resolve({ kind: 'read', text: text.startsWith('\ufeff') ? text.slice(1) : text });
    });
    unpacked?.once('error', () => stop({ status: 400, message: 'The body is no whole gzip.' }));
    // A whole body may still be unpacked after its request is over.
    incoming.once('close', () => incoming.readableEnded || onCut()).once('error', onCut);
  });
}

function refused(refusal: Refusal): RequestBody {
  return { kind: 'refused', refusal };
}

const CUT: Refusal = { status: 400, message: 'The body was cut off.' };
const UNPACKERS = new Map<string, () => Transform & Zlib>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
]);
