import { isAttributeName } from './attribute-name';
import { isRecord, ownField } from './checked';
import { isFailure, openReply, replyField } from './reply-envelope';
import type { RawReply } from './reply-envelope';
import { replyFailure } from './reply-failure';
import type { ReplyFailure } from './reply-failure';
import { readNumber, UNREADABLE } from './reply-number';

/** A lookup's reply: each name asked for is in `values`, null for "no value here", or unreadable. */
export type DecodedLookup =
  | {
      readonly kind: 'answered';
      readonly values: ReadonlyMap<string, number | null>;
      /** Names beside which stands something that is no number, where there are any. */
      readonly unreadable?: ReadonlySet<string>;
      /** Names that the reply holds unasked, where there are any; some hundreds at most. */
      readonly others?: readonly string[];
    }
  | ReplyFailure;

/**
 * Reads what a service answered to a lookup of these names. Never throws. Values that were not
 * asked for are passed over. `sent` is what else the request said, which messages may repeat.
 */
export function decodeLookupReply(
  reply: RawReply,
  names: readonly string[],
  sent: readonly string[] = [],
): DecodedLookup {
  const envelope = openReply(reply);
  const data = replyField(envelope, 'data');
  // Where one status claims success and another a failure, data without any of the names is none.
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
  return {
    kind: 'answered',
    values,
    ...(unreadable.size > 0 && { unreadable }),
    ...(others.length > 0 && { others }),
  };
}

/** A reply that holds more names than this was not written to be read. */
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
