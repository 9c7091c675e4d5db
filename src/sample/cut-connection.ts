import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { firstHalf } from './reply';
import type { Reply } from './reply';

/**
 * Cuts a call off: before its first byte, or with `reply` in the middle of its body. Without a
 * connection (an in-process test) the response's body fails when it is read.
 */
export function cutConnection(outgoing: ServerResponse | undefined, reply?: Reply): Response {
  if (!outgoing) return new Response(failingBody(reply));
  if (reply) {
    const length = Buffer.byteLength(reply.text);
    outgoing.writeHead(reply.status, { ...reply.headers, 'content-length': length });
    outgoing.write(firstHalf(reply.text), () => outgoing.destroy());
  } else {
    outgoing.destroy();
  }
  return RESPONSE_ALREADY_SENT;
}

function failingBody(reply: Reply | undefined): ReadableStream<Uint8Array> {
  let isFirst = true;
  return new ReadableStream({
    pull(controller) {
      if (reply && isFirst) controller.enqueue(new TextEncoder().encode(firstHalf(reply.text)));
      else controller.error(new Error('The connection was cut on demand.'));
      isFirst = false;
    },
  });
}
