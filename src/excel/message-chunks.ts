import { jsonIn } from '../engine/contract/json-checks';

/**
 * Sends messages of any length over a line that may refuse long ones, or lose what comes too fast.
 */
export interface MessageParts {
  /** Sends plain data. Messages arrive whole and in order. */
  send(message: unknown): void;
  /** Call it with each text that comes from the other end, which has one of these too. */
  take(text: string): void;
}

export interface MessageLine {
  post(text: string): void;
  received(message: unknown): void;
}

/**
 * In characters. Microsoft names no limit for what a dialog and its parent send each other; a list
 * of 20,000 places has two million.
 */
const LONGEST = 32_000;

/** What goes over the line: a part of a message, or the confirmation that the last one arrived. */
type Sent = { readonly text: string; readonly isLast: boolean } | 'taken';

/** Creates one end of a line. Each part waits until the other end has confirmed the one before. */
export function createMessageParts({ post, received }: MessageLine): MessageParts {
  const waiting: Sent[] = [];
  let isUnderWay = false;
  let begun = '';

  function sendNext(): void {
    const next = waiting.shift();
    isUnderWay = next !== undefined;
    if (next !== undefined) post(JSON.stringify(next));
  }

  function takePart(part: Sent): void {
    if (part === 'taken') return sendNext();
    begun += part.text;
    post(JSON.stringify('taken' satisfies Sent));
    if (!part.isLast) return;
    const whole = begun;
    begun = '';
    received(JSON.parse(whole) as unknown);
  }

  return {
    send(message) {
      const text = JSON.stringify(message);
      for (let at = 0; at < text.length; at += LONGEST) {
        const isLast = at + LONGEST >= text.length;
        waiting.push({ text: text.slice(at, at + LONGEST), isLast });
      }
      if (!isUnderWay) sendNext();
    },
    take(text) {
      const sent = readSent(text);
      if (sent !== undefined) takePart(sent);
    },
  };
}

/** Undefined for what somebody else sends, such as a browser's extension. */
function readSent(text: string): Sent | undefined {
  const sent = jsonIn(text);
  if (sent === 'taken') return sent;
  const isPart = typeof sent === 'object' && sent !== null && 'text' in sent && 'isLast' in sent;
  return isPart ? (sent as Sent) : undefined;
}
