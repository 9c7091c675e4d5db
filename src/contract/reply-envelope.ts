import { isRecord, ownField } from './checked';
import { parseJson } from './json-text';
import { readNumber } from './reply-number';

/** What came back over HTTP, before anybody knows what it means. */
export interface RawReply {
  readonly httpStatus: number;
  readonly text: string;
  /** The header of that name, where there is one. */
  readonly retryAfter?: string | null;
  /** Epoch milliseconds, for a `Retry-After` that is a date. */
  readonly now: number;
}

/** A reply out of its wrapper. */
export interface Envelope {
  /** The objects of the reply, outermost first; empty where the text was no JSON object. */
  readonly layers: readonly Readonly<Record<string, unknown>>[];
  /** The innermost thing was an object: no wrapper around half a body or a page. */
  readonly isWhole: boolean;
  /**
   * `outer.statusCode ?? inner.status ?? outer.status ?? HTTP status`; where that is a success, a
   * failure that the inside states, whatever stands beside it.
   */
  readonly status: number;
  /** That status is a success, and no layer says in a word that it failed. */
  readonly isSuccess: boolean;
  /** Every status that the reply states, in that order, without the HTTP status. */
  readonly stated: readonly number[];
}

/** Wrappers are seen one deep; a gateway in front of a gateway may add its own. */
const MAX_LAYERS = 4;

/** Opens both forms of a reply: the bare one, and the wrapper whose body is an object or a text. */
export function openReply({ httpStatus, text }: RawReply): Envelope {
  const layers: Readonly<Record<string, unknown>>[] = [];
  let content: unknown = objectWithin(text);
  while (isRecord(content) && layers.length < MAX_LAYERS) {
    layers.push(content);
    if (!Object.hasOwn(content, 'body')) break;
    content = objectWithin(content['body']);
  }
  const stated = statedStatuses(layers);
  const claimed = stated[0] ?? httpStatus;
  const status = (isSuccess(claimed) ? statedInside(layers).find(isFailure) : undefined) ?? claimed;
  return {
    layers,
    isWhole: isRecord(content),
    status,
    isSuccess: isSuccess(status) && !layers.some(saysFailure),
    stated,
  };
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

export function isFailure(status: number): boolean {
  return status >= 400 && status <= 599;
}

/** The innermost layer's own field of that name; a wrapper's own where the inside has none. */
export function replyField(envelope: Envelope, name: string): unknown {
  return [...envelope.layers].reverse().find((layer) => Object.hasOwn(layer, name))?.[name];
}

/** A value, or what a text holds that was written as JSON, perhaps twice. */
function objectWithin(value: unknown): unknown {
  let content = value;
  for (let depth = 0; typeof content === 'string' && depth < MAX_LAYERS; depth += 1) {
    content = parseJson(content);
  }
  return content;
}

function statedStatuses(layers: readonly unknown[]): readonly number[] {
  const [outer, ...inside] = layers;
  const inner = inside.reverse();
  return statuses([
    ownField(outer, 'statusCode'),
    ...inner.map((layer) => ownField(layer, 'status')),
    ownField(outer, 'status'),
    ...inner.map((layer) => ownField(layer, 'statusCode')),
  ]);
}

/** What the layers within the wrapper state, or the reply itself where there is no wrapper. */
function statedInside(layers: readonly unknown[]): readonly number[] {
  const inside = layers.length > 1 ? layers.slice(1) : layers;
  return statuses(
    inside.flatMap((layer) => [ownField(layer, 'status'), ownField(layer, 'statusCode')]),
  );
}

/** As in `{"status": "error", "data": {…}}`, whose data tells of the failure. */
function saysFailure(layer: unknown): boolean {
  return /^(?:error|fail(?:ed|ure)?)$/i.test(String(ownField(layer, 'status')).trim());
}

/** Numbers or numeric texts; anything else states nothing. */
function statuses(values: readonly unknown[]): readonly number[] {
  return values.map(readNumber).filter(isStatus);
}

function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599;
}
