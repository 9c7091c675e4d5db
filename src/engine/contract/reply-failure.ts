import {
  decimalOf,
  type Envelope,
  isFailure,
  isSuccess,
  type RawReply,
  replyField,
} from './reply-envelope';
import { meaningOf, type GatewayTrouble } from './gateway-reason';
import { readSpentBudget, type SpentBudget } from './spent-budget';
import { isRecord } from './json-checks';

/**
 * A reply without an answer. Its text is dropped, except for the reason of a rejection. A reason that
 * repeats the credential must be dropped before it is kept anywhere.
 */
export interface ReplyFailure {
  readonly kind: 'failed';
  readonly code: ReplyFailureCode;
  readonly status: number;
  /** The service's Retry-After, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The origin that the service redirects to. */
  readonly redirectsTo?: string;
  /** Why a rejected request was wrong, in the service's words. */
  readonly reason?: string;
  /** Of a gateway that gives this person no more calls for now. */
  readonly budget?: SpentBudget;
  /** Of a gateway: what is wrong with it, or with its account at the service. */
  readonly trouble?: GatewayTrouble;
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
  | 'wrong-address'
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
  const meaning = meaningOf(reply.reason);
  const code =
    meaning?.code ??
    codeOf(operation, status, {
      isAboutCredits: () => areCreditsGone(envelope, sent),
      isPage: () => envelope.layers.length === 0 && isPage(reply.text),
      isEmpty: reply.text.trim() === '',
    });
  const reason = code === 'rejected' ? statedReason(envelope) : undefined;
  return {
    kind: 'failed',
    code,
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(budget === undefined ? {} : { budget }),
    ...(meaning?.trouble === undefined ? {} : { trouble: meaning.trouble }),
    ...(reply.redirectsTo === undefined ? {} : { redirectsTo: reply.redirectsTo }),
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
    // A lookup names nothing that could be missing, so the address must be wrong. Another server, with
    // a page of its own, knows nothing of models.
    case 404:
    case 410:
      return operation === 'score' && !isPage() ? 'unknown-model' : 'wrong-address';
    case 405:
      return 'wrong-address';
    case 408:
      return 'timed-out';
    case 429:
      return 'throttled';
    case 503:
      return 'unavailable';
    // The other 4xx (407, 415…) are about how we reached the service, not about this question.
    default:
      return 'service-failed';
  }
}

/**
 * The first message that reads as a sentence. A link, markup or a long run of characters, as keys
 * and traces are, is nothing to show.
 */
function statedReason({ layers }: Envelope): string | undefined {
  const isSentence = (text: string): boolean =>
    /\p{L}{2,}\s+\S*\p{L}{2,}/u.test(text) && !/:\/\/|[<>{}\\]|[\w+/=-]{25,}/.test(text);
  return replyMessages(layers).find(isSentence)?.trim();
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

/**
 * Five minutes: as long as a person would wait. A service that asks for hours, or for a date in the
 * year 9999, is asked again sooner.
 */
const MAX_RETRY_AFTER_MS = 300_000;

/** A number from here on is no wait but a time: 1e9 seconds after 1970 were over in 2001. */
const FIRST_EPOCH_SECONDS = 1e9;
/** From here on in milliseconds: in seconds, this would be the year 5138. */
const FIRST_EPOCH_MS = 1e11;

/** A date, with the comma that it may contain, or what stands between two commas. */
const PARTS = /\s*[a-z]{3,9}, \d{1,2}[ -][a-z]{3}[ -]\d{2,4} \d\d:\d\d:\d\d GMT|[^,]+/gi;
const ENDS_WITH_GMT = /GMT$/i;
const ASCTIME_DATE = /^[a-z]{3} [a-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/i;

/**
 * How long a `Retry-After` header asks us to stay away, in milliseconds from now, 0 to five minutes.
 * It holds seconds or one of the three HTTP dates (RFC 9110, 5.6.7); some services send a time in
 * seconds or milliseconds since 1970. Some proxies send the header twice, and a browser joins the
 * two with a comma: the longest counts. Undefined if it holds none of these; `Date.parse` alone
 * would find a date in almost any text.
 */
function readRetryAfter(header: string | null | undefined, now: number): number | undefined {
  const waits = (header?.match(PARTS) ?? [])
    .map((part) => waitMs(part.trim(), now))
    .filter((ms) => !Number.isNaN(ms));
  if (waits.length === 0) return undefined;
  return Math.min(
    MAX_RETRY_AFTER_MS,
    Math.max(0, Math.round(waits.reduce((most, ms) => Math.max(most, ms)))),
  );
}

function waitMs(part: string, now: number): number {
  if (ENDS_WITH_GMT.test(part)) return Date.parse(part) - now;
  // This form names no zone, but means GMT.
  if (ASCTIME_DATE.test(part)) return Date.parse(`${part} GMT`) - now;
  const seconds = decimalOf(part) ?? Number.NaN;
  if (seconds < FIRST_EPOCH_SECONDS) return seconds * 1000;
  return (seconds < FIRST_EPOCH_MS ? seconds * 1000 : seconds) - now;
}

/** Fields in which services say what went wrong, and fields that contain such fields. */
const TELLING =
  /^(?:body|data|status|msg|(?:error|fault)?_?(?:code|description|details?|errors?|messages?|name|reason|title|type)|error|fault)$/i;

/** Fields whose number is a credit balance. It is read like a message: 0 means no credits. */
const BALANCE = /^(?:remaining_?credits?|credits?_?(?:available|balance|left|remaining))$/i;

/** A longer message is a page or an attack; its beginning is enough. */
const MAX_MESSAGE_LENGTH = 2_000;

/** How many values of a reply are searched for messages. */
const MAX_VALUES = 200;

/**
 * The texts of a JSON reply's message fields, at any depth. A page is no message, not even inside
 * such a field.
 */
function replyMessages(layers: readonly unknown[]): readonly string[] {
  const texts: string[] = [];
  const waiting = [...layers];
  // Breadth first: messages are near the top, and a deep reply cannot overflow the stack.
  for (let at = 0; at < waiting.length && at < MAX_VALUES; at += 1) {
    const value = waiting[at];
    if (typeof value === 'string') {
      if (!isPage(value)) texts.push(value.slice(0, MAX_MESSAGE_LENGTH));
    } else if (Array.isArray(value)) {
      for (const each of value.slice(0, MAX_VALUES)) waiting.push(each);
    } else if (isRecord(value)) {
      for (const name of Object.keys(value).slice(0, MAX_VALUES)) {
        if (TELLING.test(name)) waiting.push(value[name]);
        else if (BALANCE.test(name) && typeof value[name] === 'number') {
          texts.push(`${name.replace('_', ' ')}: ${value[name]}`);
        }
      }
    }
  }
  return texts;
}

/** HTML or XML, judged by the first character: the reply of a proxy, a firewall or a hotel. */
function isPage(text: string): boolean {
  return text.trimStart().startsWith('<');
}

/** Words that may stand between a statement and the credits it is about. */
const OF =
  '(?:(?:of|the|your|our|this|any|all|more|enough|sufficient|available|remaining|api|data|usage|prepaid|monthly|daily|account) )*';

/** Not a credit card, a credit union or a credit score: those say nothing about credits left. */
const CREDITS =
  '(?:credits\\b|credit(?=$|[^\\w\\s]| (?:balance|limit|left|remaining|available|on|for|to|in)\\b))';

const THEN =
  '(?:[\\s:=]+(?:balance|limit|quota|allowance|account|remaining|left|available|is|are|was|were|has|have|been|all|already|fully|now|too|on|for|in|this|your|the))*[\\s:=]+';

/** Phrases that use the same words to say that credits are not gone. */
const REASSURING = new RegExp(
  [
    "(?:\\bnot|n't|\\bnever)(?: \\w+){0,2} (?:out of|exhausted|depleted|used|spent|expired|exceeded)\\b",
    '\\b(?:no|0|zero) credits? (?:\\w+ ){0,2}(?:charged|deducted|debited|used|consumed|spent|taken|lost)\\b',
    '\\b(?:charg|consum|cost|deduct|spen|took|tak|us)\\w* (?:you )?(?:no|0|zero) credits?\\b',
  ].join('|'),
  'g',
);

const GONE = new RegExp(
  [
    `\\b(?:no|out of|insufficient|too few|low on|lack|lacks|lacking|needs? more|requires? more|without|exhausted|depleted|exceeded|exceeds|used up|(?:has|have|had|with) (?:0|zero)|(?:used|spent|consumed) all) ${OF}${CREDITS}`,
    `(?:\\bnot|n't)(?: \\w+){0,2} (?:have|enough|sufficient|any) ${OF}${CREDITS}`,
    `\\bcredits?${THEN}(?:exhausted|depleted|used up|utili[sz]ed|expired|insufficient|empty|zero|0(?:\\.0+)?(?![.,]?\\d)|low|exceeded|negative|finished|gone|over|required|needed|reached|run out|ran out|unavailable|not (?:enough|sufficient|available))\\b`,
    `(?:\\bzero|(?:^|[^\\w.,])0) ${OF}credits? (?:left|remaining|available)\\b`,
    `\\ball ${OF}credits?${THEN}(?:used|consumed|spent)\\b`,
  ].join('|'),
);

/**
 * Whether a service's message or code says that the account has no credits left, as in
 * "Insufficient credits" or `OUT_OF_CREDITS`. The word alone proves little: "No credits were
 * charged", a credit union among the names, an accredited place.
 */
function saysCreditsAreGone(message: string): boolean {
  const text = message
    // A code is several words joined, and is alone in its field or in capitals. An attribute's name
    // is neither.
    .replace(/^[\w.-]+$|\b[A-Z0-9]+(?:_[A-Z0-9]+)+\b/g, (code) => code.replace(/[_.-]+/g, ' '))
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .replaceAll('’', "'")
    .toLowerCase();
  return text.includes('credit') && GONE.test(text.replace(REASSURING, ' '));
}
