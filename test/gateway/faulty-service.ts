import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as the service received it. */
export interface ServiceCall {
  readonly kind: 'lookup' | 'score';
  readonly path: string;
  readonly key: string;
  /** An address, or coordinates with a comma between. */
  readonly place: string;
  readonly names: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
}

/**
 * What becomes of a call: `answer` · a status · `cut` the connection after the call was charged ·
 * `hang` charged, and never answered · `garbled` charged, with a reply that nobody can read · a
 * `Page` instead of an answer, charged.
 */
export type Fate = 'answer' | 'cut' | 'hang' | 'garbled' | number | Page;

/** A reply word for word. */
export interface Page {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The connection is cut before its end. */
  readonly isCut?: boolean;
}

/** The provider's service on loopback, which fails as the test says and counts what it charges. */
export interface FaultyService {
  readonly url: string;
  readonly calls: readonly ServiceCall[];
  /** Calls that were charged, whether or not anybody got the answer. */
  readonly charged: number;
  /** Maximum calls at once. */
  readonly peak: number;
  /** The only key it accepts. */
  key: string;
  fate: (call: ServiceCall, index: number) => Fate | Promise<Fate>;
  delayMs: number;
  /** Calls wait until this is called. */
  hold(): () => void;
  close(): Promise<void>;
}

/** @param port 0 for any that is free. */
export async function startFaultyService(port = 0): Promise<FaultyService> {
  const calls: ServiceCall[] = [];
  let charged = 0;
  let open = 0;
  let peak = 0;
  let held: Promise<void> | undefined;
  const service = {
    calls,
    key: 'provider-key',
    fate: (): Fate => 'answer',
    delayMs: 0,
    get charged() {
      return charged;
    },
    get peak() {
      return peak;
    },
    hold() {
      let release = (): void => {};
      held = new Promise((resolve) => (release = resolve));
      return () => {
        held = undefined;
        release();
      };
    },
  } as unknown as FaultyService;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = toCall(request, await bodyOf(request));
    const index = calls.push(call) - 1;
    open += 1;
    peak = Math.max(peak, open);
    response.once('close', () => (open -= 1));
    if (service.delayMs > 0) await new Promise((done) => setTimeout(done, service.delayMs));
    await held;
    const send = (status: number, body: object): void => {
      if (response.destroyed) return;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (call.key !== service.key) return send(403, { status: 403, message: 'Not your key.' });
    const fate = await service.fate(call, index);
    if (typeof fate === 'number') return send(fate, { status: fate, message: 'A fault.' });
    charged += 1;
    if (fate === 'cut') response.destroy();
    else if (fate === 'garbled') response.end('<html>');
    else if (typeof fate === 'object') sendPage(response, fate);
    else if (fate === 'answer') send(200, replyTo(call));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return Object.assign(service, {
    url: `http://127.0.0.1:${own}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function sendPage(response: ServerResponse, { status, body, headers, isCut }: Page): void {
  response.writeHead(status, { ...headers, ...(isCut === true ? { 'content-length': 1000 } : {}) });
  if (isCut === true) response.write(body, () => response.destroy());
  else response.end(body);
}

/** What it answers for a name at a place: the same at each asking. */
export function valueOf(place: string, name: string): number {
  return [...`${place} ${name}`].reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973,
    7,
  );
}

function replyTo({ kind, place, names }: ServiceCall): object {
  if (kind === 'score') return { score: valueOf(place, 'score'), status: 200 };
  const data = Object.fromEntries(names.map((name) => [name, valueOf(place, name)]));
  return { data, status: 200 };
}

function toCall(request: IncomingMessage, text: string): ServiceCall {
  const path = request.url ?? '';
  const body = JSON.parse(text) as Record<string, unknown>;
  const isScore = path.startsWith('/model/');
  return {
    kind: isScore ? 'score' : 'lookup',
    path,
    key: String(isScore ? body['key'] : request.headers['x-api-key']),
    place: String(body['address'] ?? [body['lat'], body['lng']].join()),
    names: isScore ? [] : String(body['variables']).split(','),
    body,
    headers: request.headers,
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
