import type { Envelope, RawReply } from './reply-envelope';
import { readRetryAfter } from './retry-after';

/** A reply that holds no answer. Nothing of its text is kept: it may repeat the credential. */
export interface ReplyFailure {
  readonly kind: 'failed';
  readonly code: ReplyFailureCode;
  readonly status: number;
  /** How long the service asked us to keep away, in milliseconds. */
  readonly retryAfterMs?: number;
}

export type ReplyFailureCode =
  | 'rejected'
  | 'key-refused'
  | 'out-of-credits'
  | 'unknown-model'
  | 'throttled'
  | 'timed-out'
  | 'unavailable'
  | 'service-failed'
  | 'unreadable-reply';

export type Operation = 'lookup' | 'score';

/** Any case, and within codes such as OUT_OF_CREDITS too. */
const CREDIT = 'credit';

/** A message longer than this is a page or an attack; its beginning says enough. */
const MAX_MESSAGE_LENGTH = 20_000;

/** Texts of a reply that are looked at for a message. */
const MAX_MESSAGES = 200;

export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

export function isFailure(status: number): boolean {
  return status >= 400 && status <= 599;
}

/**
 * Why a reply without an answer has none. `sent` is what the request said (names, address, model):
 * a message may repeat it, and an address in Credit Street does not speak of credits.
 */
export function replyFailure(
  operation: Operation,
  reply: RawReply,
  envelope: Envelope,
  sent: readonly string[],
): ReplyFailure {
  const status = failingStatus(envelope, reply.httpStatus);
  const retryAfterMs = readRetryAfter(reply.retryAfter, reply.now);
  return {
    kind: 'failed',
    code: codeOf(operation, status, () => speaksOfCredits(reply, envelope, sent)),
    status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/**
 * The status to judge by. Where the one that counts claims success but nothing could be read,
 * another one that states a failure knows better.
 */
function failingStatus({ status, stated }: Envelope, httpStatus: number): number {
  if (!isSuccess(status)) return status;
  return [...stated, httpStatus].find(isFailure) ?? status;
}

function codeOf(
  operation: Operation,
  status: number,
  isAboutCredits: () => boolean,
): ReplyFailureCode {
  if (!isFailure(status)) return 'unreadable-reply';
  // 402 is "Payment Required".
  if (status === 402 || isAboutCredits()) return 'out-of-credits';
  switch (status) {
    case 401:
    case 403:
      return 'key-refused';
    // Content that the service could not use, or too much of it: fewer names may fare better.
    case 400:
    case 413:
    case 414:
    case 422:
      return 'rejected';
    // For a lookup nothing but the service's address can be missing.
    case 404:
    case 410:
      return operation === 'score' ? 'unknown-model' : 'service-failed';
    case 408:
      return 'timed-out';
    case 429:
      return 'throttled';
    case 503:
      return 'unavailable';
    // The other 4xx (405, 407, 415…) are about the way there, not about this question.
    default:
      return 'service-failed';
  }
}

function speaksOfCredits(reply: RawReply, envelope: Envelope, sent: readonly string[]): boolean {
  const messages = envelope.layers.length === 0 ? [reply.text] : textsWithin(envelope.layers);
  // What is hardly more than the word itself is an echo where it is quoted, or all there is.
  const echoes = sent
    .map((text) => text.trim().toLowerCase())
    .filter((text) => text.includes(CREDIT))
    .map((text) => (text.length > CREDIT.length + 1 ? text : `"${text}"`));
  return messages.some((message) => withoutEchoes(message, echoes).includes(CREDIT));
}

/** The texts of a reply wherever they lie; property names are no message. */
function textsWithin(layers: readonly unknown[]): readonly string[] {
  const texts: string[] = [];
  const waiting = [...layers];
  // Breadth first: a message lies near the top, and depth is then no danger to the stack.
  for (let at = 0; at < waiting.length && at < MAX_MESSAGES; at += 1) {
    const value = waiting[at];
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) {
      waiting.push(...Object.values(value).slice(0, MAX_MESSAGES));
    }
  }
  return texts;
}

function withoutEchoes(message: string, echoes: readonly string[]): string {
  return echoes.reduce(
    (text, echo) => text.replaceAll(echo, ' '),
    `"${message.slice(0, MAX_MESSAGE_LENGTH).toLowerCase()}"`,
  );
}
