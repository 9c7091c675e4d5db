import { request, type Dispatcher } from 'undici';
import type { Fetch } from '../engine/client/http-call';
import { createDispatcher } from './proxy';

export interface PooledFetchOptions {
  /** Maximum number of connections to one origin. */
  readonly connections: number;
  /** How long a connection may be silent. The caller's own time-outs end its calls before. */
  readonly timeoutMs: number;
}

export interface PooledFetch {
  readonly fetch: Fetch;
  /** Closes all connections. Calls that are under way fail. */
  close(): Promise<void>;
}

/**
 * Creates a `fetch` over a pool of connections for each origin, through a proxy if one is set. It
 * follows no redirect, and fails for a reply of more than 5 MB.
 *
 * @throws Error for a variable that names no proxy.
 */
export function createPooledFetch(options: PooledFetchOptions): PooledFetch {
  const agent = createDispatcher({
    connections: options.connections,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
    connectTimeout: 10_000,
    maxResponseSize: MOST_BYTES,
  });
  return {
    fetch: async (url, { method = 'GET', headers, body, signal }) => {
      const reply = await request(url, {
        method: method as Dispatcher.HttpMethod,
        headers: headers as Record<string, string>,
        body: (body ?? null) as string | null,
        signal: signal ?? null,
        dispatcher: agent,
      }).catch((cause: unknown) => {
        // As the built-in fetch does: the cause shows whether it connected, and so whether asking
        // again may cost anything.
        throw new TypeError('fetch failed', { cause });
      });
      const isStream = String(reply.headers['content-type']).includes('ndjson');
      const read = isStream ? eachChunk(reply.body) : await inOnePiece(reply.body);
      return responseOf(url, reply.statusCode, reply.headers, read);
    },
    close: () => agent.destroy(),
  };
}

/** A gateway's bulk replies are the longest, and shorter than this. */
const MOST_BYTES = 5_000_000;

type Read = () => Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;

/** Reads a whole body. If it breaks off, only reading it fails, because the status is known. */
async function inOnePiece(body: { bytes(): Promise<Uint8Array> }): Promise<Read> {
  const chunks: Uint8Array[] = [];
  try {
    chunks.push(await body.bytes());
  } catch (error) {
    return () => Promise.reject(error as Error);
  }
  return () => {
    const value = chunks.pop();
    return Promise.resolve(value === undefined ? { done: true } : { done: false, value });
  };
}

function eachChunk(body: AsyncIterable<unknown>): Read {
  const chunks = body[Symbol.asyncIterator]();
  return async () => {
    const { done, value } = await chunks.next();
    return done === true ? { done: true } : { done: false, value: value as Uint8Array };
  };
}

/** Makes as much of a Response as the client reads. A real one takes a third of a call's time. */
function responseOf(
  url: string,
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  read: Read,
): Response {
  const get = (name: string): string | null => headers[name.toLowerCase()]?.toString() ?? null;
  const body = { getReader: () => ({ read, cancel: () => Promise.resolve() }) };
  return {
    url,
    status,
    ok: status >= 200 && status <= 299,
    headers: { get },
    body,
  } as unknown as Response;
}
