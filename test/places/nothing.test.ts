import { readFileSync } from 'node:fs';
import { isNothing, NOTHING_WORDS } from '../../src/places/nothing';

test.each([...NOTHING_WORDS, 'null', ' N/a ', '—', '\u2212', '\u200bNA\u00a0'])(
  '"%s" says that there is nothing',
  (text) => expect(isNothing(text)).toBe(true),
);

test.each(['0', 'Nagar', 'Nil Gali', '#REF!', '-1'])('"%s" says something', (text) => {
  expect(isNothing(text)).toBe(false);
});

test('the page for people names each word', () => {
  const page = readFileSync('docs/what-locus-reads.md', 'utf8');
  expect(NOTHING_WORDS.filter((word) => !page.includes(`\`${word}\``))).toEqual([]);
});
