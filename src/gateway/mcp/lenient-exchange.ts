import { isRecord, parseRequestJson } from '../../engine/contract/json-checks';

/**
 * A request as the protocol has it, of what some clients send: a list, or an object, as JSON text,
 * names with commas between, a number as text. What is none stays, and is refused with a sentence.
 */
export function repairRequest(text: string): string {
  // Nearly every request is whole, and is read once.
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

/** What a client says that it accepts, for a library that demands both kinds of everybody. */
export const BOTH_KINDS = 'application/json, text/event-stream';

/** The reply in a kind that the client accepts; some know only one. */
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
