import type { LookupError } from '../lookup';
import { CELL_MESSAGES, sentence } from './cell-messages';
import type { CellErrorText } from './cell-messages';
import type { Fault } from '../places/fault';
import { quotation } from '../places/quotation';

/** Cell messages are shorter than this, in UTF-16 units. */
export const MESSAGE_LIMIT = 120;

/** What a cell shows for this error. */
export function faultOf(error: LookupError): Fault {
  const text = CELL_MESSAGES[error.code];
  return { code: error.code, kind: text.kind, message: messageOf(text, error) };
}

function messageOf(text: CellErrorText, { about, status }: LookupError): string {
  if (about !== undefined && text.about !== undefined) {
    const room = MESSAGE_LIMIT - 1 - sentence({ ...text, ...text.about('') }).length;
    const quoted = quotation(about, room);
    if (quoted !== '') return sentence({ ...text, ...text.about(quoted) });
  }
  if (status !== undefined && text.status !== undefined) {
    return sentence({ ...text, ...text.status(status) });
  }
  return sentence(text);
}
