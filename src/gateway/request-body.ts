import type { IncomingMessage } from 'node:http';
import type { Refusal } from './json-reply';

export type RequestBody =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/**
 * Reads a request's body as UTF-8, up to a limit, with U+FFFD for what is none. A compressed body is refused, so that a small
 * body cannot become a large one here. Never rejects.
 */
export function readBody(incoming: IncomingMessage, mostBytes: number): Promise<RequestBody> {
  const encoding = incoming.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    return Promise.resolve(refused(415, 'Send the body without compression.'));
  }
  const tooLarge = refused(413, `The body may hold at most ${mostBytes} bytes.`);
  if (Number(incoming.headers['content-length'] ?? 0) > mostBytes) {
    return Promise.resolve(tooLarge);
  }
  // The client may have left while its token was verified; no event would follow.
  if (incoming.destroyed) return Promise.resolve(refused(400, 'The body was cut off.'));
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= mostBytes) chunks.push(chunk);
      else {
        incoming.off('data', onData).pause();
        resolve(tooLarge);
      }
    };
    const onEnd = (): void => {
      incoming.off('close', onCut);
      const whole = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      const text = whole.toString('utf8');
      // Programs that write files put a byte order mark before UTF-8.
      resolve({ kind: 'read', text: text.startsWith('\ufeff') ? text.slice(1) : text });
    };
    const onCut = (): void => resolve(refused(400, 'The body was cut off.'));
    incoming.on('data', onData).on('end', onEnd).on('close', onCut).on('error', onCut);
  });
}

function refused(status: number, message: string): RequestBody {
  return { kind: 'refused', refusal: { status, message } };
}
