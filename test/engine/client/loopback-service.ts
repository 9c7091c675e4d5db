import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as the service received it. */
export interface ReceivedCall {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answering = (response: ServerResponse, call: ReceivedCall) => void;

/** A real HTTP server on loopback that answers as the test says. */
export interface LoopbackService {
  readonly url: string;
  readonly received: readonly ReceivedCall[];
  answerWith(answering: Answering): void;
  /** Resolves when the next call has arrived in full. */
  nextCall(): Promise<ReceivedCall>;
  close(): Promise<void>;
}

export async function startLoopbackService(): Promise<LoopbackService> {
  const received: ReceivedCall[] = [];
  let answering: Answering = (response) => response.end();
  let onCall: (call: ReceivedCall) => void = () => {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const call = { method, url, headers, body: Buffer.concat(chunks).toString() };
      received.push(call);
      answering(response, call);
      onCall(call);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answerWith: (next) => void (answering = next),
    nextCall: () => new Promise((resolve) => void (onCall = resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
