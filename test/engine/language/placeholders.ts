import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

export interface Placeholder {
  readonly name: string;
  readonly isPlural: boolean;
  /** Of a plural: the categories it gives. */
  readonly categories: readonly string[];
}

/** What a message leaves open, each once. Throws where it is not ICU's syntax, or uses more of it. */
export function placeholdersOf(message: string): readonly Placeholder[] {
  const found = new Map<string, Placeholder>();
  const visit = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.argument) {
        const { value: name } = element;
        if (!found.has(name)) found.set(name, { name, isPlural: false, categories: [] });
      } else if (element.type === TYPE.plural) {
        const { value: name, options } = element;
        found.set(name, { name, isPlural: true, categories: Object.keys(options) });
        for (const option of Object.values(options)) visit(option.value);
      } else if (element.type !== TYPE.literal && element.type !== TYPE.pound) {
        throw new Error(`only plain placeholders and plurals are known: ${message}`);
      }
    }
  };
  visit(parse(message, { ignoreTag: true }));
  return [...found.values()];
}
