import { isRecord } from './checked';

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
export function replyMessages(layers: readonly unknown[]): readonly string[] {
  const texts: string[] = [];
  const waiting = [...layers];
  // Breadth first: messages are near the top, and a deep reply cannot overflow the stack.
  for (let at = 0; at < waiting.length && at < MAX_VALUES; at += 1) {
    const value = waiting[at];
    if (typeof value === 'string') {
      if (!isPage(value)) texts.push(value.slice(0, MAX_MESSAGE_LENGTH));
    } else if (Array.isArray(value)) {
      waiting.push(...value.slice(0, MAX_VALUES));
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
export function isPage(text: string): boolean {
  return text.trimStart().startsWith('<');
}
