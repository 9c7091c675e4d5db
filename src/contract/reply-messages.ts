import { isRecord } from './checked';

/** Fields by which services say what went wrong, and those in which such fields lie. */
const TELLING =
  /^(?:body|data|status|msg|(?:error|fault)?_?(?:code|description|details?|errors?|messages?|name|reason|title|type)|error|fault)$/i;

/** A number by such a name says what a message may not. */
const BALANCE = /^(?:remaining_?credits?|credits?_?(?:available|balance|left|remaining))$/i;

/** A message longer than this is a page or an attack; its beginning says enough. */
const MAX_MESSAGE_LENGTH = 2_000;

/** Values of a reply that are looked at for a message. */
const MAX_VALUES = 200;

/**
 * The texts that a JSON reply states in fields made for them, wherever these lie. A page says
 * nothing, nor does one that stands inside such a field.
 */
export function replyMessages(layers: readonly unknown[]): readonly string[] {
  const texts: string[] = [];
  const waiting = [...layers];
  // Breadth first: a message lies near the top, and depth is then no danger to the stack.
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

/** HTML or XML, by its first sign: what a proxy, a firewall or a hotel puts in a reply's place. */
export function isPage(text: string): boolean {
  return text.trimStart().startsWith('<');
}
