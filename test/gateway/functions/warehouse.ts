import { gunzipSync, gzipSync } from 'node:zlib';
import { request } from 'node:http';
import type { GatewayStage } from '../gateway-stage';

export interface WarehouseReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

export interface WarehouseCall {
  readonly body?: unknown;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly isPacked?: boolean;
}

/** Sends a batch as an engine does, byte for byte: `fetch` would unpack the reply unasked. */
export function call(
  stage: GatewayStage,
  path: string,
  { body, method = 'POST', headers = {}, isPacked = false }: WarehouseCall,
): Promise<WarehouseReply> {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  const bytes = method === 'GET' ? Buffer.alloc(0) : isPacked ? gzipSync(text) : Buffer.from(text);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${stage.gateway.people}/v1/functions/${path}`,
      {
        method,
        headers: { ...(isPacked ? { 'content-encoding': 'gzip' } : {}), ...headers },
        agent: false,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.once('error', reject).once('end', () => {
          const whole = Buffer.concat(chunks);
          const isReplyPacked = incoming.headers['content-encoding'] === 'gzip';
          const reply = (isReplyPacked ? gunzipSync(whole) : whole).toString();
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: reply,
            json: parsed(reply),
          });
        });
      },
    );
    outgoing.once('error', reject).end(bytes);
  });
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
