import { isRecord, ownField, parseJson } from './json-checks';

/** What came back over HTTP, not yet interpreted. */
export interface RawReply {
  readonly httpStatus: number;
  readonly text: string;
  /** The `Retry-After` header, if there is one. */
  readonly retryAfter?: string | null;
  /** What a gateway says beyond the status: the `x-locus-reason` header, if there is one. */
  readonly reason?: string | null;
  /** The origin that a redirect leads to, if it says: never a path, which may hold a secret. */
  readonly redirectsTo?: string | undefined;
  /** Epoch milliseconds, for a `Retry-After` that is a date. */
  readonly now: number;
}

/** A reply taken out of its wrapper. */
export interface Envelope {
  /** The objects of the reply, outermost first; empty if the text is not a JSON object. */
  readonly layers: readonly Readonly<Record<string, unknown>>[];
  /** The innermost layer is an object, so the wrapper does not hold a truncated body or a page. */
  readonly isWhole: boolean;
  /**
   * `outer.statusCode ?? inner.status ?? outer.status ?? HTTP status`. If that is a success but an
   * inner layer states a failure, the failure.
   */
  readonly status: number;
  /** The status is a success, and no layer says in words that it failed. */
  readonly isSuccess: boolean;
  /** Every status that the reply states, in that order, without the HTTP status. */
  readonly stated: readonly number[];
}

/** Wrappers are usually one deep; a gateway in front of a gateway may add its own. */
const MAX_LAYERS = 4;

/** Opens both forms of a reply: bare, or in a wrapper whose body is an object or a text. */
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

/** The innermost layer's field of that name; if it has none, the wrapper's. */
export function replyField(envelope: Envelope, name: string): unknown {
  return [...envelope.layers].reverse().find((layer) => Object.hasOwn(layer, name))?.[name];
}

/** When a gateway heard what it says it knew already, without a call. */
export function keptSince(envelope: Envelope): { readonly at: number } | undefined {
  const at = replyField(envelope, 'at');
  if (replyField(envelope, 'kept') !== true || typeof at !== 'string') return undefined;
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? undefined : { at: ms };
}

/** A value, or the JSON within a text, which may be encoded twice. */
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

/** The statuses that the layers inside the wrapper state; without a wrapper, the reply's own. */
function statedInside(layers: readonly unknown[]): readonly number[] {
  const inside = layers.length > 1 ? layers.slice(1) : layers;
  return statuses(
    inside.flatMap((layer) => [ownField(layer, 'status'), ownField(layer, 'statusCode')]),
  );
}

/** As in `{"status": "error", "data": {…}}`, where the data describes the failure. */
function saysFailure(layer: unknown): boolean {
  const status = ownField(layer, 'status');
  return typeof status === 'string' && /^(?:error|fail(?:ed|ure)?)$/i.test(status.trim());
}

/** Numbers and numeric texts; anything else states no status. */
function statuses(values: readonly unknown[]): readonly number[] {
  return values.map(readNumber).filter(isStatus);
}

function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599;
}

/** What `readNumber` returns for a value that is not a number. */
export const UNREADABLE = 'unreadable';

/**
 * Reads a value as services write it: a number, or numeric text. Null, a blank and anything not
 * finite are null: "no value here", which is never 0. Anything else is unreadable, because it does
 * not say that the service has no value here. Nothing is clamped.
 */
export function readNumber(value: unknown): number | null | typeof UNREADABLE {
  const number = typeof value === 'string' ? numberOf(value.trim()) : (value ?? null);
  if (number === null) return null;
  if (typeof number !== 'number') return UNREADABLE;
  if (!Number.isFinite(number)) return null;
  // A sheet shows -0 as 0 but compares it differently.
  return number === 0 ? 0 : number;
}

/** Decimal notation only: `Number` would also read '' as 0, and hexadecimal. */
export function decimalOf(text: string): number | null {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : null;
}

function numberOf(text: string): number | null | undefined {
  if (/^(?:|null|[+-]?(?:nan|inf(?:inity)?))$/i.test(text)) return null;
  return decimalOf(text) ?? undefined;
}
