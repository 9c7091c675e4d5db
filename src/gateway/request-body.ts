import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createGunzip, createInflate, type Zlib } from 'node:zlib';
import type { Clock } from '../engine/lookup';
import type { ErrorReply } from './json-reply';

export type RequestBody =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'error'; readonly error: ErrorReply };

/**
 * Reads a request's body as UTF-8. Bytes that are not UTF-8 become U+FFFD. A compressed body is an
 * error.
 *
 * @param clock is given if the body holds something that others wait for. It must then keep coming.
 * @param take is called with the size of each piece, unless the body came as a whole. It reserves
 *   memory for the piece, or returns the error if there is none.
 */
export async function readBody(
  incoming: IncomingMessage,
  mostBytes: number,
  clock?: BodyOptions['clock'],
  take: (bytes: number) => ErrorReply | undefined = () => undefined,
): Promise<RequestBody> {
  const pieces: Buffer[] = [];
  const announced = Number(incoming.headers['content-length']);
  const options = { mostBytes, mayBePacked: false, clock };
  const error = await receiveBody(incoming, options, (piece) => {
    pieces.push(piece);
    // Nearly every body comes as a whole, and waits for nothing.
    return piece.length === announced ? undefined : take(piece.length);
  });
  if (error !== undefined) return { kind: 'error', error };
  const whole = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
  const text = whole.toString('utf8');
  // Programs that write files put a byte order mark before UTF-8.
  return { kind: 'read', text: text.startsWith('\ufeff') ? text.slice(1) : text };
}

/**
 * Receives a request's body piece by piece. Rejects only if `onPiece` does. If the body may be
 * packed, the pieces are unpacked, and the limit applies to the unpacked size, so that a small body
 * cannot become a large one here.
 *
 * @param onPiece receives each piece. Nothing is read while it is pending, and its error ends the
 *   reading.
 * @returns the error; undefined if the whole body was received.
 */
export async function receiveBody(
  incoming: IncomingMessage,
  { mostBytes, mayBePacked, clock }: BodyOptions,
  onPiece: (piece: Buffer) => ErrorReply | undefined | Promise<ErrorReply | undefined>,
): Promise<ErrorReply | undefined> {
  const encoding = (incoming.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const unpack = mayBePacked ? UNPACKERS.get(encoding) : undefined;
  if (encoding !== 'identity' && unpack === undefined) {
    const wanted = mayBePacked ? 'plain or as gzip' : 'without compression';
    return { status: 415, message: `Send the body ${wanted}.` };
  }
  const unpackedSize = mayBePacked ? ', once it is unpacked' : '';
  const tooLarge: ErrorReply = {
    status: 413,
    message: `The body may have at most ${mostBytes} bytes${unpackedSize}.`,
  };
  if (Number(incoming.headers['content-length'] ?? 0) > mostBytes) return tooLarge;
  // The client may have left while its token was verified; no event would follow.
  if (incoming.destroyed) return CUT;
  const unpacked = unpack?.();
  const source: Readable = unpacked === undefined ? incoming : incoming.pipe(unpacked);
  return new Promise((resolve, reject) => {
    let bytes = 0;
    let pieces = 0;
    let cancelWatch = (): void => {};
    let taken: Promise<void> = Promise.resolve();
    const watch = (before: number): void => {
      cancelWatch =
        clock?.schedule(PROGRESS_MS, () => {
          if (bytes - before < LEAST_PROGRESS) stop(STALLED);
          else watch(bytes);
        }) ?? cancelWatch;
    };
    // A body that came while the token was checked needs no watching.
    if (!incoming.complete) watch(0);
    const stop = (error: ErrorReply): void => {
      cancelWatch();
      source.off('data', onData);
      incoming.unpipe().pause();
      unpacked?.destroy();
      resolve(error);
    };
    const onData = (piece: Buffer): void => {
      bytes += piece.length;
      pieces += 1;
      const isCrumbled = pieces > MOST_SMALL_PIECES && bytes < pieces * SMALL_PIECE;
      const error = isCrumbled ? CRUMBLED : bytes > mostBytes ? tooLarge : onPiece(piece);
      // To read the rest, only to drop it, would take as long as to serve it: nobody waits for a reply.
      if (isCrumbled) incoming.destroy();
      if (error instanceof Promise) {
        source.pause();
        taken = error.then((late) => {
          if (late === undefined) source.resume();
          else stop(late);
        });
        taken.catch(reject);
      } else if (error !== undefined) stop(error);
    };
    const onCut = (): void => stop(CUT);
    // Of a body that was here before it was read, the end comes at once, though we pause.
    source.on('data', onData).once('end', () => {
      cancelWatch();
      void taken.then(() => resolve(undefined), reject);
    });
    unpacked?.once('error', () =>
      stop({ status: 400, message: 'The body is not a complete gzip stream.' }),
    );
    // A whole body may still be unpacked after its request is over.
    incoming.once('close', () => incoming.readableEnded || onCut()).once('error', onCut);
  });
}

/** The limit for one call of the contract, in bytes. No real call comes near it. */
export const MOST_CALL_BYTES = 64 * 1024;
interface BodyOptions {
  readonly mostBytes: number;
  readonly mayBePacked: boolean;
  readonly clock?: Pick<Clock, 'schedule'> | undefined;
}

/** Far slower than any network on which people work. */
const LEAST_PROGRESS = 8 * 1024;
const PROGRESS_MS = 2000;
const STALLED: ErrorReply = {
  status: 408,
  message: 'The body arrived too slowly, or did not end. Send all of it again.',
};
/** Each piece is a call of this program. A program may send every line of a request by itself. */
const MOST_SMALL_PIECES = 1200;
const SMALL_PIECE = 64;
const CRUMBLED: ErrorReply = {
  status: 413,
  message: 'The body arrived in too many pieces for its size. Send it in one piece.',
};
const CUT: ErrorReply = { status: 400, message: 'The body was cut off.' };
const UNPACKERS = new Map<string, () => Transform & Zlib>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
]);
