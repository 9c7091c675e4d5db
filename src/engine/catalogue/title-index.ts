import { eachInSlices, type Clock } from '../lookup';
import type { DescribedName } from './catalogue-store';
import { titlesOf } from './name-title';
import { createSuggestions } from './suggestion';

/** Finds the attributes that people mean if they write a title in place of a name. */
export interface TitleIndex {
  /** Whether an attribute is known by this name. */
  isName(text: string): boolean;
  /** Returns the names of the attributes with this title, whatever its case and spaces. */
  named(text: string): readonly string[];
  /** Does the same for a title with up to two typing errors, none of them in a number. */
  nearly(text: string): readonly string[];
}

/**
 * The titles of a list, each in the language of the page and in English, in which a colleague may
 * have written it. Built in slices, because a list may be long.
 */
export async function createTitleIndex(
  entries: readonly DescribedName[],
  clock: Pick<Clock, 'elapsed' | 'schedule'>,
): Promise<TitleIndex> {
  const names = new Set<string>();
  const byTitle = new Map<string, string[]>();
  await eachInSlices(entries, clock, (entry) => {
    names.add(entry.name);
    for (const title of titlesOf(entry)) {
      const key = titleKey(title);
      const same = byTitle.get(key);
      if (same === undefined) byTitle.set(key, [entry.name]);
      else if (!same.includes(entry.name)) same.push(entry.name);
    }
  });
  const titles = [...byTitle.keys()].map((name) => ({ name }));
  const suggestions = createSuggestions({ entries: () => titles });
  const named = (text: string): readonly string[] => byTitle.get(titleKey(text)) ?? [];
  return {
    isName: (text) => names.has(text.trim().toLowerCase()),
    named,
    nearly(text) {
      const key = titleKey(text);
      // In a short word, two errors make another word.
      const nearest = key.length < 6 ? undefined : suggestions.nearest(key);
      if (nearest === undefined || numbersIn(nearest) !== numbersIn(key)) return [];
      return named(nearest);
    },
  };
}

/** One text for all spellings of a title that count as the same. */
function titleKey(title: string): string {
  const folded = title.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase();
  // 1,000 and 1000.
  return folded.replace(/(?<=\d),(?=\d{2,3}(?!\d))/g, '');
}

function numbersIn(text: string): string {
  return (text.match(/\d+/g) ?? []).join(' ');
}
