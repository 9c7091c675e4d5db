import { isRecord, parseRequestJson } from '../../engine/contract/json-checks';

/**
 * Turns a request as some clients send it into one of the protocol: a list or an object sent as
 * JSON text, names in one text with commas, a number as text. What cannot be read stays, and is
 * then refused with a sentence.
 */
export function repairRequest(text: string): string {
  // Nearly every request is valid, and is parsed only once.
  if (!SUSPECT.test(text)) return text;
  const json = parseRequestJson(text);
  return JSON.stringify(Array.isArray(json) ? json.map(repaired) : repaired(json));
}

function repaired(message: unknown): unknown {
  const params = isRecord(message) && message['method'] === 'tools/call' ? message['params'] : '';
  if (!isRecord(message) || !isRecord(params)) return message;
  const given = fromText(params['arguments']);
  if (!isRecord(given)) return message;
  const fields = FIELDS.filter((field) => field in given).map((field) => {
    const value = fromText(given[field]);
    const isNames = field === 'names' && typeof value === 'string';
    return [field, isNames ? value.split(',').map((name) => name.trim()) : value] as const;
  });
  const whole = { ...given, ...Object.fromEntries(fields) };
  return { ...message, params: { ...params, arguments: whole } };
}

const FIELDS = ['places', 'names', 'custom_variables', 'approved_calls'] as const;
const SUSPECT = new RegExp(`"(?:arguments|${FIELDS.join('|')})"\\s*:\\s*"`);

function fromText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const json = /^\s*(?:[[{]|\d+\s*$)/.test(value) ? parseRequestJson(value) : undefined;
  return json ?? value;
}

/**
 * The `accept` header with both kinds of reply, which the protocol's library demands of every
 * client.
 */
export const BOTH_KINDS = 'application/json, text/event-stream';

/** Converts events to JSON for a client that accepts only JSON. */
export async function acceptable(reply: Response, accept: string): Promise<Response> {
  const takesAll = accept === '' || accept.includes('*/*');
  const takesEvents = takesAll || accept.includes('text/event-stream');
  const takesJson = takesAll || accept.includes('application/json');
  const isEvents = reply.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isEvents || takesEvents || !takesJson) return reply;
  const text = await reply.text();
  const messages = [...text.matchAll(/^data: ?(.+)$/gm)].map(([, message = '']) => message);
  const headers = new Headers(reply.headers);
  headers.set('content-type', 'application/json');
  const body = messages.length === 1 ? messages[0] : `[${messages.join(',')}]`;
  return new Response(body ?? null, { status: reply.status, headers });
}
