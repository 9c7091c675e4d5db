import { allMessages, readSource, sourceFiles } from '../../../scripts/source-messages.cjs';
import { LANGUAGES } from '../../../src/engine/language/languages';
import hindi from '../../../assets/hi.json';
import { placeholdersOf } from './placeholders';
import { NO_TEXTS, NOT_YET, SILENT } from './unwrapped-texts';

const CATALOGUES: Readonly<Record<string, Readonly<Record<string, string>>>> = { hi: hindi };
const read = sourceFiles('src').map((file) => ({ file, ...readSource(file) }));
const messages = read.flatMap((each) => each.messages);
const keys = new Set(allMessages());

describe('the texts that people see', () => {
  test('are translated each, but for those of files that are still to be done', () => {
    const unwrapped = read.flatMap(({ file, unwrapped }) =>
      isSilent(file) || NOT_YET.includes(file)
        ? []
        : unwrapped.filter((text) => !NO_TEXTS.has(text)).map((text) => `${file}: ${text}`),
    );
    expect(unwrapped).toEqual([]);
  });

  test('of files that are done are not said to be still to be done', () => {
    const open = new Set(
      read.flatMap(({ file, unwrapped }) =>
        unwrapped.some((text) => !NO_TEXTS.has(text)) ? [file] : [],
      ),
    );
    expect(NOT_YET.filter((file) => !open.has(file))).toEqual([]);
    const all = new Set(read.flatMap(({ unwrapped }) => unwrapped));
    expect([...NO_TEXTS].filter((text) => !all.has(text))).toEqual([]);
  });

  test('are given to t as they are, so that they can be found', () => {
    const faults = read.flatMap((each) => each.faults.map((text) => `${each.file}: ${text}`));
    // Its texts stand in workbench.html.
    expect(faults.filter((fault) => !fault.startsWith('src/workbench/main.ts'))).toEqual([]);
  });

  test('are not read before the language is known', () => {
    const early = read.flatMap(({ file, early }) => early.map((text) => `${file}: ${text}`));
    // The code of the pane and its views is fetched when the language is there.
    const before = /^src\/(?!addin\/)|^src\/addin\/(device|functions|spreadsheet|start|workbook)\//;
    expect(early.filter((text) => before.test(text))).toEqual([]);
  });

  test('are given every value that they leave open, and no other', () => {
    const wrong = messages.flatMap(({ key, values }) => {
      const open = placeholdersOf(key).map(({ name }) => name);
      // Elements are filled in afterwards, all or none.
      const isFilled = values === undefined || values.length === 0;
      return isFilled || sameNames(open, values) ? [] : [`${key}: ${values.join(', ')}`];
    });
    expect(wrong).toEqual([]);
  });

  test('give every plural that English has', () => {
    expect([...keys].flatMap((key) => missingPlurals(key, 'en'))).toEqual([]);
  });
});

describe.each(Object.keys(LANGUAGES).filter((language) => language !== 'en'))(
  'the catalogue of %s',
  (language) => {
    const catalogue = CATALOGUES[language] ?? {};

    test('says every message, and no other: npm run translations', () => {
      expect([...keys].filter((key) => (catalogue[key] ?? '') === '')).toEqual([]);
      expect(Object.keys(catalogue).filter((key) => !keys.has(key))).toEqual([]);
    });

    test('leaves open what the English message leaves open', () => {
      const wrong = Object.entries(catalogue).filter(
        ([key, text]) => !sameNames(names(key), names(text)),
      );
      expect(wrong).toEqual([]);
    });

    test('counts what the English message counts, with every plural of the language', () => {
      const wrong = Object.entries(catalogue).flatMap(([key, text]) => {
        const counted = plurals(key);
        return [
          ...missingPlurals(text, language),
          ...plurals(text).filter((name) => !counted.includes(name)),
        ];
      });
      expect(wrong).toEqual([]);
    });

    test('keeps the blanks at either end, where one text follows another', () => {
      const wrong = Object.entries(catalogue).filter(([key, text]) => ends(key) !== ends(text));
      expect(wrong).toEqual([]);
    });
  },
);

function isSilent(file: string): boolean {
  return SILENT.some((pattern) => pattern.test(file));
}

function names(message: string): readonly string[] {
  return placeholdersOf(message).map(({ name }) => name);
}

function plurals(message: string): readonly string[] {
  return placeholdersOf(message).flatMap(({ name, isPlural }) => (isPlural ? [name] : []));
}

function missingPlurals(message: string, language: string): readonly string[] {
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return placeholdersOf(message).flatMap(({ isPlural, categories }) =>
    isPlural && !needed.every((category) => categories.includes(category)) ? [message] : [],
  );
}

function sameNames(some: readonly string[], others: readonly string[]): boolean {
  return [...some].sort().join() === [...others].sort().join();
}

function ends(text: string): string {
  return text.replace(/\S[^]*\S|\S/, '…');
}
