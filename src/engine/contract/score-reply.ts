import {
  type Envelope,
  isFailure,
  isSuccess,
  keptSince,
  openReply,
  type RawReply,
  readNumber,
  replyField,
  UNREADABLE,
} from './reply-envelope';
import { replyFailure, type ReplyFailure } from './reply-failure';

/** A score's reply; null for "no value here". */
export type DecodedScore =
  | {
      readonly kind: 'answered';
      readonly value: number | null;
      /** Present if a gateway knew the value already, and since when. */
      readonly kept?: { readonly at: number };
    }
  | ReplyFailure;

/**
 * Decodes a service's reply to a score request. Never throws. A reply with a successful status but
 * no score has no value; a reply with neither breaks the contract. `sent` holds the request's
 * texts, which a service's messages may repeat.
 */
export function decodeScoreReply(reply: RawReply, sent: readonly string[] = []): DecodedScore {
  const envelope = openReply(reply);
  const value = readNumber(replyField(envelope, 'score'));
  const isAnswer = envelope.isSuccess && isScore(envelope, reply.httpStatus);
  if (!isAnswer || value === UNREADABLE) return replyFailure('score', reply, envelope, sent);
  const kept = keptSince(envelope);
  return { kind: 'answered', value, ...(kept !== undefined && { kept }) };
}

function isScore(envelope: Envelope, httpStatus: number): boolean {
  if (replyField(envelope, 'score') !== undefined) return true;
  // A truncated body in a whole wrapper states a status too, but it is no answer. Nor is a reply
  // whose statuses disagree.
  const { isWhole, stated } = envelope;
  return isWhole && stated.length > 0 && stated.every(isSuccess) && !isFailure(httpStatus);
}
