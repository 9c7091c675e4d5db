import { isAttributeName } from './attribute-name';
import { isRecord, ownField } from './checked';
import { openReply, replyField } from './reply-envelope';
import type { RawReply } from './reply-envelope';
import { isFailure, isSuccess, replyFailure } from './reply-failure';
import type { ReplyFailure } from './reply-failure';
import { readNumber } from './reply-number';

/** A lookup's reply: one entry for each name asked for, null for "no value here". */
export type DecodedLookup =
  | {
      readonly kind: 'answered';
      readonly values: ReadonlyMap<string, number | null>;
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
  if (!isSuccess(envelope.status) || !isRecord(data) || isHollow(data)) {
    return replyFailure('lookup', reply, envelope, [...sent, ...names]);
  }
  const values = new Map(names.map((name) => [name, readNumber(ownField(data, name))]));
  const others = otherNames(data, values);
  return { kind: 'answered', values, ...(others.length > 0 && { others }) };
}

/** A reply that holds more names than this was not written to be read. */
const MAX_OTHERS = 500;

function otherNames(data: object, values: ReadonlyMap<string, unknown>): readonly string[] {
  const others: string[] = [];
  for (const name of Object.keys(data)) {
    if (values.has(name) || !isAttributeName(name)) continue;
    others.push(name);
    if (others.length === MAX_OTHERS) break;
  }
  return others;
}
