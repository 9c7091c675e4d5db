import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, createInflate, gzip } from 'node:zlib';
import type { Zlib } from 'node:zlib';
import type { JsonReply, Refusal } from '../json-reply';

export type PackedBody =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/**
 * Reads a body that may be compressed, as UTF-8. What counts is its size once it is unpacked, which
 * is watched while it grows: a small body cannot become a large one here. Never rejects.
 *
 * @param take says whether there is room for so many more bytes.
 */
export function readPackedBody(
  incoming: IncomingMessage,
  mostBytes: number,
  take: (bytes: number) => Refusal | undefined,
): Promise<PackedBody> {
  const encoding = (incoming.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const unpack = UNPACKERS.get(encoding);
  if (encoding !== 'identity' && unpack === undefined) {
    return Promise.resolve(refused({ status: 415, message: 'Send the body plain or as gzip.' }));
  }
  const tooLarge: Refusal = {
    status: 413,
    message: `The body may hold at most ${mostBytes} bytes, once it is unpacked.`,
  };
  if (Number(incoming.headers['content-length'] ?? 0) > mostBytes) {
    return Promise.resolve(refused(tooLarge));
  }
  if (incoming.destroyed) return Promise.resolve(refused(CUT));
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
      const refusal = bytes > mostBytes ? tooLarge : take(chunk.length);
      if (refusal === undefined) chunks.push(chunk);
      else stop(refusal);
    };
    source.on('data', onData).once('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      resolve({ kind: 'read', text: text.startsWith('\ufeff') ? text.slice(1) : text });
    });
    unpacked?.once('error', () => stop({ status: 400, message: 'The body is no whole gzip.' }));
    incoming.once('close', () => {
      if (!incoming.complete) stop(CUT);
    });
    incoming.once('error', () => stop(CUT));
  });
}

/** The reply, compressed if its client takes that and it is worth it. */
export async function packedReply(reply: JsonReply, accepts: string | undefined) {
  const { status, headers, body } = reply;
  if (body === null || body.length < LEAST_TO_PACK || !takesGzip(accepts ?? '')) return reply;
  const bytes = await promisify(gzip)(body, { level: 1 });
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    status,
    headers: {
      ...headers,
      'content-encoding': 'gzip',
      'content-length': String(bytes.length),
      vary: 'accept-encoding',
    },
  });
}

function takesGzip(accepts: string): boolean {
  return accepts.split(',').some((each) => {
    const [coding = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    return (coding === 'gzip' || coding === '*') && !isRefused;
  });
}

function refused(refusal: Refusal): PackedBody {
  return { kind: 'refused', refusal };
}

const UNPACKERS = new Map<string, () => Transform & Zlib>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
]);
const CUT: Refusal = { status: 400, message: 'The body was cut off.' };
/** A smaller one fits into one packet anyway. */
const LEAST_TO_PACK = 1024;
