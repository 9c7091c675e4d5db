import { isAttributeName } from './attribute-name';
import { isRecord, ownField } from './json-checks';
import {
  isFailure,
  keptSince,
  openReply,
  type RawReply,
  readNumber,
  replyField,
  UNREADABLE,
} from './reply-envelope';
import { replyFailure, type ReplyFailure } from './reply-failure';

/** A lookup's reply. Each name asked for has a value, null for "no value here", or a failure. */
export type DecodedLookup =
  | {
      readonly kind: 'answered';
      readonly values: ReadonlyMap<string, number | null>;
      /** Names that have something else than a number, or of which a gateway says why, if any. */
      readonly failures?: ReadonlyMap<string, ReplyFailure>;
      /** Names in the reply that were not asked for, if any; a few hundred at most. */
      readonly others?: readonly string[];
      /** Present if a gateway knew the values already, and since when. */
      readonly kept?: { readonly at: number };
    }
  | ReplyFailure;

/**
 * Decodes a service's reply to a lookup of these names. Never throws, and ignores values that were
 * not asked for. `sent` holds the request's other texts, which a service's messages may repeat.
 */
export function decodeLookupReply(
  reply: RawReply,
  names: readonly string[],
  sent: readonly string[] = [],
): DecodedLookup {
  const envelope = openReply(reply);
  const data = replyField(envelope, 'data');
  // If the statuses contradict each other, data without any of the names asked for is no answer.
  const isHollow =
    names.every((name) => ownField(data, name) === undefined) &&
    [...envelope.stated, reply.httpStatus].some(isFailure);
  const isAnswer = envelope.isSuccess && isRecord(data) && !isHollow;
  // A gateway may say of each name why it has no value.
  const stated = replyField(envelope, 'failures');
  if (!isAnswer && names.some((name) => ownField(stated, name) === undefined)) {
    return replyFailure('lookup', reply, envelope, [...sent, ...names]);
  }
  const values = new Map<string, number | null>();
  const failures = new Map<string, ReplyFailure>();
  for (const name of names) {
    const value = readNumber(ownField(data, name));
    const failure = ownField(stated, name);
    if (failure !== undefined) failures.set(name, statedFailure(failure, reply, sent));
    else if (value !== UNREADABLE) values.set(name, value);
    else failures.set(name, { kind: 'failed', code: 'unreadable-reply', status: envelope.status });
  }
  const others = isAnswer ? otherNames(data, new Set(names)) : [];
  const kept = keptSince(envelope);
  return {
    kind: 'answered',
    values,
    ...(failures.size > 0 && { failures }),
    ...(others.length > 0 && { others }),
    ...(kept !== undefined && { kept }),
  };
}

/** A gateway says it of a name as it would of the whole reply. */
function statedFailure(failure: unknown, reply: RawReply, sent: readonly string[]): ReplyFailure {
  const reason = ownField(failure, 'reason');
  const own = {
    ...reply,
    text: JSON.stringify(failure),
    reason: typeof reason === 'string' ? reason : null,
  };
  return replyFailure('lookup', own, openReply(own), sent);
}

/** A reply with more unrequested names than this is no ordinary lookup reply. */
const MAX_OTHERS = 500;

function otherNames(data: object, asked: ReadonlySet<string>): readonly string[] {
  const others: string[] = [];
  for (const name of Object.keys(data)) {
    if (asked.has(name) || !isAttributeName(name)) continue;
    others.push(name);
    if (others.length === MAX_OTHERS) break;
  }
  return others;
}
