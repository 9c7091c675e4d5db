import { request, type Dispatcher } from 'undici';
import type { Fetch } from '../engine/client/http-call';
import { createDispatcher } from './proxy';

export interface PooledFetchOptions {
  /** The most connections to one origin. */
  readonly connections: number;
  /** The caller's own time-outs end its calls; these close connections that it has given up. */
  readonly timeoutMs: number;
}

export interface PooledFetch {
  readonly fetch: Fetch;
  close(): Promise<void>;
}

/**
 * `fetch` over a pool of connections for each origin, through a proxy if one is set. It follows no
 * redirect.
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
        // Like the built-in fetch: whether it ever connected decides what asking again may cost.
        throw new TypeError('fetch failed', { cause });
      });
      const isStream = String(reply.headers['content-type']).includes('ndjson');
      const read = isStream ? eachChunk(reply.body) : await inOnePiece(reply.body);
      return responseOf(url, reply.statusCode, reply.headers, read);
    },
    close: () => agent.destroy(),
  };
}

/** A gateway's bulk replies are the longest; anything longer is something else. */
const MOST_BYTES = 5_000_000;

type Read = () => Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;

/** A body that breaks off is a reply all the same: its status is known. */
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

/** As much of a Response as the client reads: a real one takes a third of a call's time. */
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
