import { IntlMessageFormat } from 'intl-messageformat';

import { formatMessage, type Values } from '../../../src/engine/language/speech';
import hindi from '../../../assets/hi.json';
import { allMessages } from '../../../scripts/source-messages.cjs';
import { placeholdersOf } from './placeholders';

const LOCALES = { en: 'en-GB', hi: 'hi-IN-u-nu-latn' } as const;

describe('a message', () => {
  it.each([
    ['Done.', {}, 'Done.'],
    ['{done} of {all} done', { done: 1_200, all: 2_000 }, '1,200 of 2,000 done'],
    ['{n, plural, one {# call} other {# calls}} left', { n: 1 }, '1 call left'],
    ['{n, plural, one {# call} other {# calls}} left', { n: 1_000 }, '1,000 calls left'],
    ['{n, plural, =0 {none} one {one} other {#}}', { n: 0 }, 'none'],
    [
      '{n, plural, one {{name} waits} other {{name} and # wait}}',
      { n: 3, name: 'A' },
      'A and 3 wait',
    ],
    ['Use # or } as they are', {}, 'Use # or '],
    ['A # outside of a plural', { n: 1 }, 'A # outside of a plural'],
    ['{name}', { name: '{name} # {other}' }, '{name} # {other}'],
    ['{missing}', {}, ''],
  ])('%s with %j reads %s', (message, values: Values, text) => {
    expect(formatMessage(message, values, numbers('en'))).toBe(text);
  });

  it('of either language reads as ICU’s own formatter would have it', () => {
    const messages = [
      ...allMessages().map((text) => ['en', text] as const),
      ...Object.values(hindi).map((text) => ['hi', text] as const),
    ];
    const ours = { en: numbers('en'), hi: numbers('hi') };
    for (const [language, text] of messages) {
      const theirs = new IntlMessageFormat(text, LOCALES[language]);
      for (const count of [0, 1, 2, 1_234]) {
        const values = Object.fromEntries(
          placeholdersOf(text).map(({ name, isPlural }, at) => [
            name,
            isPlural ? count + at : `“${count + at}”`,
          ]),
        );
        expect(formatMessage(text, values, ours[language])).toBe(theirs.format(values));
      }
    }
  });
});

function numbers(language: keyof typeof LOCALES) {
  const format = new Intl.NumberFormat(LOCALES[language]);
  const rules = new Intl.PluralRules(language);
  return {
    format: (value: number) => format.format(value),
    plural: (value: number) => rules.select(value),
  };
}
