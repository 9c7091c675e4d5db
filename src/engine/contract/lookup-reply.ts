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

/**
 * A lookup's reply. Each name asked for has a value, null for "no value here", or is unreadable.
 */
export type DecodedLookup =
  | {
      readonly kind: 'answered';
      readonly values: ReadonlyMap<string, number | null>;
      /** Names that were answered with something that is not a number, if any. */
      readonly unreadable?: ReadonlySet<string>;
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
  const isHollow = (found: object): boolean =>
    [...envelope.stated, reply.httpStatus].some(isFailure) &&
    names.every((name) => ownField(found, name) === undefined);
  if (!envelope.isSuccess || !isRecord(data) || isHollow(data)) {
    return replyFailure('lookup', reply, envelope, [...sent, ...names]);
  }
  const values = new Map<string, number | null>();
  const unreadable = new Set<string>();
  for (const name of names) {
    const value = readNumber(ownField(data, name));
    if (value === UNREADABLE) unreadable.add(name);
    else values.set(name, value);
  }
  const others = otherNames(data, new Set(names));
  const kept = keptSince(envelope);
  return {
    kind: 'answered',
    values,
    ...(unreadable.size > 0 && { unreadable }),
    ...(others.length > 0 && { others }),
    ...(kept !== undefined && { kept }),
  };
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
