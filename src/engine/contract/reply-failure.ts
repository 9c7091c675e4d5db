import { isFailure, isSuccess, replyField } from './reply-envelope';
import type { Envelope, RawReply } from './reply-envelope';
import { isPage, replyMessages } from './reply-messages';
import { readRetryAfter } from './retry-after';
import { readSpentBudget } from './spent-budget';
import type { SpentBudget } from './spent-budget';
import { saysCreditsAreGone } from './spent-credits';

/** A reply without an answer. None of its text is kept, because it may repeat the credential. */
export interface ReplyFailure {
  readonly kind: 'failed';
  readonly code: ReplyFailureCode;
  readonly status: number;
  /** The service's Retry-After, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The origin that the service redirects to. */
  readonly about?: string;
  /** Of a gateway that gives this person no more calls for now. */
  readonly budget?: SpentBudget;
}

export type ReplyFailureCode =
  | 'rejected'
  | 'key-refused'
  | 'out-of-credits'
  | 'over-budget'
  | 'unknown-model'
  | 'throttled'
  | 'timed-out'
  | 'unavailable'
  | 'service-failed'
  | 'unreadable-reply';

export type Operation = 'lookup' | 'score';

const CREDIT = 'credit';

/**
 * Why a reply has no answer. `sent` is what the request said (names, address, model). A message may
 * repeat it, and an address in Credit Street says nothing about credits.
 */
export function replyFailure(
  operation: Operation,
  reply: RawReply,
  envelope: Envelope,
  sent: readonly string[],
): ReplyFailure {
  const status = failingStatus(envelope, reply.httpStatus);
  const budget = readSpentBudget(replyField(envelope, 'budget'));
  const retryAfterMs = readRetryAfter(reply.retryAfter, reply.now);
  return {
    kind: 'failed',
    code:
      reasonCode(reply) ??
      codeOf(operation, status, {
        isAboutCredits: () => areCreditsGone(envelope, sent),
        isPage: () => envelope.layers.length === 0 && isPage(reply.text),
        isEmpty: reply.text.trim() === '',
      }),
    status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(budget === undefined ? {} : { budget }),
    ...(reply.redirectsTo === undefined ? {} : { about: reply.redirectsTo }),
  };
}

/**
 * The status to judge by. If the main status claims success but nothing could be read, another one
 * that states a failure is more likely to be right.
 */
function failingStatus({ status, stated }: Envelope, httpStatus: number): number {
  if (!isSuccess(status)) return status;
  return [...stated, httpStatus].find(isFailure) ?? status;
}

/**
 * What a gateway says of its own: the account has credits, but this person gets no more of them for
 * now; or the service has answered it, too, with nothing that can be read.
 */
function reasonCode({ reason }: RawReply): ReplyFailureCode | undefined {
  return reason === 'over-budget' || reason === 'unreadable-reply' ? reason : undefined;
}

interface ReplyTraits {
  readonly isAboutCredits: () => boolean;
  readonly isPage: () => boolean;
  readonly isEmpty: boolean;
}

function codeOf(
  operation: Operation,
  status: number,
  { isAboutCredits, isPage, isEmpty }: ReplyTraits,
): ReplyFailureCode {
  if (!isFailure(status)) return 'unreadable-reply';
  // 402 is "Payment Required".
  if (status === 402 || isAboutCredits()) return 'out-of-credits';
  switch (status) {
    case 401:
    case 403:
      // What stands before a service refuses without a word; a service says that it is the key.
      if (status === 403 && isEmpty) return 'service-failed';
      // A firewall or a hotel replies with pages, and knows nothing about keys.
      return isPage() ? 'unreadable-reply' : 'key-refused';
    // The service could not use the content, or got too much of it: fewer names may succeed.
    case 400:
    case 413:
    case 414:
    case 422:
      return 'rejected';
    // A lookup names nothing that could be missing, so the address must be wrong.
    case 404:
    case 410:
      return operation === 'score' ? 'unknown-model' : 'service-failed';
    case 408:
      return 'timed-out';
    case 429:
      return 'throttled';
    case 503:
      return 'unavailable';
    // The other 4xx (405, 407, 415…) are about how we reached the service, not about this question.
    default:
      return 'service-failed';
  }
}

/**
 * Judged by the fields of a JSON reply. The word in a page, in plain text or in a name proves
 * nothing.
 */
function areCreditsGone({ layers }: Envelope, sent: readonly string[]): boolean {
  const echoes = sent.filter((text) => text.toLowerCase().includes(CREDIT)).map(echoOf);
  return replyMessages(layers).some((message) =>
    saysCreditsAreGone(echoes.reduce((text, echo) => text.replace(echo, ' '), message)),
  );
}

/**
 * Matches an echo of a sent text. A text hardly longer than the word itself must be quoted, or be
 * the whole message.
 */
function echoOf(sent: string): RegExp {
  const text = sent.trim().replace(/[^\w\s]/g, '\\$&');
  const isLong = text.length > CREDIT.length + 1;
  return new RegExp(isLong ? text : `"${text}"|^${text}$`, 'gi');
}
