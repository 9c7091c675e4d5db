import { isRecord } from '../engine/contract/checked';
import { refusal } from './answers';
import type { Answer } from './answers';
import type { Faults, RetryAfter, ValueFault } from './faults';

/** An answer as it is sent. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

const OK = 200;
const JSON_TYPE = 'application/json; charset=utf-8';
const PROXY_PAGE =
  '<!doctype html><html><head><title>Proxy</title></head><body><h1>Please sign in</h1></body></html>';
/** Marks where to write a bare NaN, which JSON does not have but some services send. */
const NOT_A_NUMBER = '\u0000NaN';

/** Writes an answer, with the faults that affect writing. `now` is epoch milliseconds. */
export function toReply(answer: Answer, faults: Faults, now: number): Reply {
  const body = withFaultyValues(answer.body, faults.values);
  return {
    status: faults.wrappedError === undefined ? answer.status : OK,
    text: withFaultyBody(wrapped({ ...answer, body }, faults), faults.body),
    headers: {
      'content-type': faults.body === 'html' ? 'text/html; charset=utf-8' : JSON_TYPE,
      ...(faults.retryAfter ? { 'retry-after': retryAfter(faults.retryAfter, now) } : {}),
    },
  };
}

/** The answer that a fault gives in place of any other. */
export function faultyAnswer(faults: Faults): Answer | undefined {
  if (faults.outOfCredits) return refusal(403, 'Your account has run out of credits.');
  const status = faults.status ?? faults.wrappedError;
  return status === undefined ? undefined : refusal(status, `Fault on demand: status ${status}.`);
}

/** The first half of a text, at least one character shorter than the whole. */
export function firstHalf(text: string): string {
  return text.slice(0, text.length >> 1);
}

function wrapped({ status, body }: Answer, { wrapper, wrappedError }: Faults): string {
  const text = jsonText(body);
  if (wrapper === 'string') {
    const statusCode = wrappedError === undefined ? status : OK;
    // An outer statusCode would take precedence over the inner status, so it is left out.
    const outer = statusCode === status ? { statusCode } : {};
    return JSON.stringify({ ...outer, body: text });
  }
  if (wrapper === 'object' || wrappedError !== undefined) {
    return `{"status":${wrappedError === undefined ? status : OK},"body":${text}}`;
  }
  return text;
}

function jsonText(body: Answer['body']): string {
  return JSON.stringify(body).replaceAll(JSON.stringify(NOT_A_NUMBER), 'NaN');
}

function withFaultyBody(text: string, fault: Faults['body']): string {
  if (fault === 'html') return PROXY_PAGE;
  if (fault === 'empty') return '';
  return fault === 'half' ? firstHalf(text) : text;
}

function withFaultyValues(body: Answer['body'], fault: ValueFault | undefined): Answer['body'] {
  if (fault === undefined) return body;
  const { data, score } = body;
  if (isRecord(data)) {
    const entries = Object.entries(data).map(([name, value]) => [name, faulty(value, fault)]);
    if (fault === 'missing') return { ...body, data: Object.fromEntries(entries.slice(1)) };
    const extra = fault === 'extra' ? [['br_sample_ct_500', 7]] : [];
    return { ...body, data: Object.fromEntries([...entries, ...extra]) };
  }
  if (score === undefined) return body;
  if (fault !== 'missing') return { ...body, score: faulty(score, fault) };
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'score'));
}

function faulty(value: unknown, fault: ValueFault): unknown {
  if (fault === 'strings') return value === null ? null : String(value);
  if (fault === 'inf') return 'inf';
  if (fault === 'nan') return NOT_A_NUMBER;
  return fault === 'null' ? null : value;
}

function retryAfter({ seconds, as }: RetryAfter, now: number): string {
  return as === 'date' ? new Date(now + seconds * 1000).toUTCString() : String(seconds);
}
