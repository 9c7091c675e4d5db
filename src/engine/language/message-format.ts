/** Values for a message's placeholders. Numbers are written as the language writes them. */
export type Values = Readonly<Record<string, string | number>>;

/** How a language writes numbers, and which plural form a number takes. */
export interface Numbers {
  format(value: number): string;
  /** `one`, `other`, …: see Intl.PluralRules. */
  plural(value: number): string;
}

/**
 * Fills in a message in the part of ICU's syntax that we use: `{name}` and
 * `{count, plural, one {# call} other {# calls}}`, also one inside the other. No quoting and no
 * other kinds: a test reads every message with ICU's own grammar, and compares the results.
 */
export function formatMessage(message: string, values: Values, numbers: Numbers): string {
  let at = 0;

  /** Reads up to the brace that ends this part, or to the end; `#` is the number being counted. */
  function part(counted?: number): string {
    let text = '';
    while (at < message.length && message[at] !== '}') {
      const next = message.charAt(at++);
      if (next === '{') text += placeholder();
      else text += next === '#' && counted !== undefined ? numbers.format(counted) : next;
    }
    at += 1;
    return text;
  }

  function placeholder(): string {
    const [, name = '', plural] = read(/\s*(\w+)\s*(, *plural,)?/y);
    const value = values[name] ?? '';
    const text = plural === undefined ? written(value) : form(Number(value));
    at += 1;
    return text;
  }

  function form(count: number): string {
    const forms = new Map<string, string>();
    for (;;) {
      const [, name] = read(/\s*(=?\w+)\s*\{/y);
      if (name === undefined) break;
      forms.set(name, part(count));
    }
    read(/\s*/y);
    return forms.get(`=${count}`) ?? forms.get(numbers.plural(count)) ?? forms.get('other') ?? '';
  }

  function written(value: string | number): string {
    return typeof value === 'number' ? numbers.format(value) : value;
  }

  function read(pattern: RegExp): readonly (string | undefined)[] {
    pattern.lastIndex = at;
    const found = pattern.exec(message) ?? [];
    at += found[0]?.length ?? 0;
    return found;
  }

  return part();
}
