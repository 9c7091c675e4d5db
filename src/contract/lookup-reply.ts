import { isRecord, ownField } from './checked';
import { openReply, replyField } from './reply-envelope';
import type { RawReply } from './reply-envelope';
import { isSuccess, replyFailure } from './reply-failure';
import type { ReplyFailure } from './reply-failure';
import { readNumber } from './reply-number';

/** A lookup's reply: one entry for each name asked for, null for "no value here". */
export type DecodedLookup =
  { readonly kind: 'answered'; readonly values: ReadonlyMap<string, number | null> } | ReplyFailure;

/**
 * Reads what a service answered to a lookup of these names. Never throws. Names that were not
 * asked for are passed over. `sent` is what else the request said, which messages may repeat.
 */
export function decodeLookupReply(
  reply: RawReply,
  names: readonly string[],
  sent: readonly string[] = [],
): DecodedLookup {
  const envelope = openReply(reply);
  const data = replyField(envelope, 'data');
  if (!isSuccess(envelope.status) || !isRecord(data)) {
    return replyFailure('lookup', reply, envelope, [...sent, ...names]);
  }
  return {
    kind: 'answered',
    values: new Map(names.map((name) => [name, readNumber(ownField(data, name))])),
  };
}
