import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer, Server as TlsServer } from 'node:https';
import { TLSSocket } from 'node:tls';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { ConfigurationError } from './configuration-error';
import {
  limitConnections,
  openSockets,
  type ConnectionLimits,
  type LatestReplies,
} from './connections';

export interface PortOptions {
  readonly app: Hono<{ Bindings: HttpBindings }>;
  /** Is called first. Returns false for a request that the app is to answer. */
  readonly answersAtOnce?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  readonly host: string;
  readonly port: number;
  /** The variable that sets the port, for error messages. */
  readonly setting: 'PORT' | 'ADMIN_PORT';
  readonly tls: TlsFiles | undefined;
  readonly limits: ConnectionLimits;
}

export interface TlsFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
}

export interface OpenPort {
  /** The port's address, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Every route: `POST /tokens`, or only a path if the route answers every method. */
  readonly doors: readonly string[];
  /**
   * Reads the certificate again, and uses it for new connections.
   *
   * @throws Error if the certificate cannot be read or does not fit its key. The previous one then
   *   stays in use.
   */
  readCertificate(): void;
  /**
   * Accepts no more connections. Settles when every request in flight is answered.
   *
   * @param graceMs is for gateways that share the work. Idle connections are closed once no request
   *   has arrived for this long, or after half of `withinMs`: no client is then about to use one.
   */
  drain(withinMs: number, graceMs?: number): Promise<void>;
}

/** Opens a port, with limits on how slow a client may be. */
export async function openPort(options: PortOptions): Promise<OpenPort> {
  const { app, answersAtOnce, host, port, setting, tls, limits } = options;
  let certificate = readCertificate(tls);
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      ...certificate,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: CHECK_MS,
      keepAlive: true,
      maxHeaderSize: MOST_HEADER_BYTES,
      highWaterMark: MOST_UNREAD_BYTES,
    },
    ...(tls === undefined ? {} : { createServer: createTlsServer }),
  } as Parameters<typeof createAdaptorServer>[0]) as Server;
  const [others] = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (isAmbiguous(incoming)) outgoing.writeHead(400, { connection: 'close' }).end();
    else if (answersAtOnce?.(incoming, outgoing) !== true) others?.(incoming, outgoing);
  };
  const latest = limitConnections(server, answer, limits);
  const sockets = openSockets(server);
  // Node would leave further headers out, and a proxy might not; `isAmbiguous` refuses them.
  server.maxHeadersCount = 0;
  // Longer than a proxy keeps connections, so that it never sends on one that we just closed.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portFault(error, setting, port)));
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const named = host.includes(':') ? `[${host}]` : host;
  return {
    doors: doorsOf(app),
    url: `${tls === undefined ? 'http' : 'https'}://${named}:${taken}`,
    readCertificate: () => {
      const next = readCertificate(tls);
      if (next?.cert === certificate?.cert && next?.key === certificate?.key) return;
      (server as TlsServer).setSecureContext({ ...next });
      certificate = next;
    },
    drain: (withinMs, graceMs = 0) => drain(server, { sockets, latest }, withinMs, graceMs),
  };
}

function doorsOf({ routes }: PortOptions['app']): readonly string[] {
  const named = routes.flatMap(({ method, path, handler }) => {
    // What has a `next` and no method of its own stands before other routes.
    if (method === 'ALL') return handler.length < 2 ? [path] : [];
    return [`${method} ${path}`];
  });
  return [...new Set(named)];
}

/**
 * Whether a proxy may have read the request in another way than Node (RFC 9112): two hosts or
 * authorizations, another version, chunks that the version does not have, or a coding that is not
 * undone here.
 */
function isAmbiguous({ rawHeaders, httpVersion, headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  const isWhole = coding === undefined || (httpVersion === '1.1' && /^chunked$/i.test(coding));
  const isKnown = httpVersion === '1.1' || httpVersion === '1.0';
  if (!isWhole || !isKnown || rawHeaders.length > 2 * MOST_HEADERS) return true;
  let hosts = 0;
  let authorizations = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations += 1;
  }
  return hosts > 1 || authorizations > 1 || !/^[^\s,/@]*$/.test(headers.host ?? '');
}

function readCertificate(tls: TlsFiles | undefined) {
  if (tls === undefined) return undefined;
  const [cert, key] = [tls.certificateFile, tls.keyFile].map((file) => readFileSync(file, 'utf8'));
  return { cert, key };
}

/** First reads what has arrived: a connection with an unread request only looks idle. */
async function drain(
  server: Server,
  clients: Clients,
  withinMs: number,
  graceMs: number,
): Promise<void> {
  const beganAt = performance.now();
  let askedAt = beganAt;
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
    askedAt = performance.now();
  });
  await readWhatHasCome();
  // An HTTP server's own `close` would also close connections that are idle at this moment.
  const stopListening = NetServer.prototype.close.bind(server);
  let isClosed = false;
  const closed = new Promise<void>((resolve) => stopListening(() => resolve())).then(
    () => (isClosed = true),
  );
  const graceLeft = (): number =>
    Math.min(askedAt + graceMs, beganAt + withinMs / 2) - performance.now();
  while (!isClosed && graceLeft() > 0) await Promise.race([closed, sleep(graceLeft())]);
  await readWhatHasCome();
  server.closeIdleConnections();
  // A connection that falls idle from now on is closed by the server itself.
  server.keepAliveTimeout = 1;
  const cutSlow = slowCutter(clients, server instanceof TlsServer);
  const look = (): void => {
    cutSlow();
    setImmediate(() => server.closeIdleConnections());
  };
  const idle = setInterval(look, 50);
  const cut = setTimeout(() => server.closeAllConnections(), withinMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}

interface Clients {
  readonly sockets: ReadonlySet<Socket>;
  readonly latest: LatestReplies;
}

/**
 * Cuts clients that must not delay the end: that have left something unread for long, or begun a
 * request and send no more of it.
 */
function slowCutter({ sockets, latest }: Clients, isTls: boolean): () => void {
  const stuckSince = new WeakMap<Socket, { readonly at: number; readonly bytes: number }>();
  return () => {
    const now = performance.now();
    for (const socket of sockets) {
      const { outgoing } = latest.get(socket) ?? {};
      const isOurTurn = outgoing?.req.complete === true && !outgoing.writableFinished;
      // What lies below a connection with TLS shows nothing of what is asked on it.
      const isBelow = isTls && !(socket instanceof TLSSocket);
      const isStuck = socket.writableLength > 0 || !(isOurTurn || isBelow);
      const before = stuckSince.get(socket);
      const hasMoved = before !== undefined && before.bytes !== socket.bytesRead;
      if (!isStuck) stuckSince.delete(socket);
      else if (before === undefined || hasMoved) {
        stuckSince.set(socket, { at: now, bytes: socket.bytesRead });
      } else if (now - before.at > SLOW_MS) socket.destroy();
    }
  };
}

/** Returns an error that says which setting to change. */
function portFault(error: NodeJS.ErrnoException, setting: string, port: number): Error {
  const why = {
    EADDRINUSE: 'another program listens there',
    EACCES: 'this user may not listen there',
  }[error.code ?? ''];
  if (why === undefined) return error;
  return new ConfigurationError(
    `${setting} has ${port}, but ${why}. Set ${setting} to another port.`,
  );
}

/** Two turns of the event loop, since the current one may have read its sockets already. */
async function readWhatHasCome(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** How long a client may leave something unread, or half sent, while the gateway ends. */
const SLOW_MS = 3000;
/** A whole office may connect at once. */
const BACKLOG = 4096;
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
const CHECK_MS = 2000;
const KEEP_ALIVE_MS = 75_000;
/** Beyond this size, Node answers with 431 (RFC 6585). */
const MOST_HEADER_BYTES = 16 * 1024;
/** Of a body that nobody reads yet, and that may come byte by byte, Node takes no more for each connection. */
const MOST_UNREAD_BYTES = 4096;
/** Browsers and proxies send some thirty. */
const MOST_HEADERS = 200;
