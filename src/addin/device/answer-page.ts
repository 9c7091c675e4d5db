import type { StoredAnswer, StoredEntry } from '../../engine/lookup';
import { isReplacedBy, isStorable } from '../../engine/lookup/cache/answer-store';

/**
 * A record of the database: the answers of all subjects whose keys lie between `low` and the next
 * page's `low`. Many subjects in one record make reading and writing a sheet ten times faster than
 * one record each (docs/decisions/2026-11-21-device-answers.md).
 */
export interface AnswerPage {
  readonly low: string;
  readonly keys: readonly string[];
  /** How many answers each key has; they follow one another in the three lists below. */
  readonly counts: readonly number[];
  /** Each answer's name, as an index into `names`. */
  readonly nameOf: readonly number[];
  readonly values: readonly (number | null)[];
  readonly ats: readonly number[];
  readonly names: readonly string[];
}

export interface PageSize {
  readonly answers: number;
  readonly bytes: number;
}

/**
 * Extracts the answers of the wanted subjects from a record, leaving out anything that is not an
 * answer. A record that is not a page gives nothing, and the function returns false.
 */
export function unpackPage(
  record: unknown,
  isWanted: (key: string) => boolean,
  give: (key: string, answers: StoredAnswer[]) => void,
): boolean {
  if (!isPage(record)) return false;
  const { keys, counts, nameOf, values, ats, names } = record;
  let next = 0;
  keys.forEach((key, index) => {
    const end = next + (counts[index] as number);
    if (!isWanted(key)) {
      next = end;
      return;
    }
    const answers: StoredAnswer[] = [];
    for (; next < end; next += 1) {
      const answer = { name: names[nameOf[next] as number], value: values[next], at: ats[next] };
      if (isStorable(answer)) answers.push(answer);
    }
    if (answers.length > 0) give(key, answers);
  });
  return true;
}

/**
 * Packs subjects, in the order of their keys, into as many pages as needed. The first starts at
 * `low`.
 */
export function packPages(low: string, subjects: readonly StoredEntry[]): AnswerPage[] {
  const weights = subjects.map(weightOf);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= MAX_WEIGHT) return subjects.length > 0 ? [packPage(low, subjects)] : [];
  const share = total / Math.ceil(total / FILLED_WEIGHT);
  const pages: AnswerPage[] = [];
  let from = 0;
  let weight = 0;
  let begin = low;
  subjects.forEach(({ key }, index) => {
    const own = weights[index] as number;
    if (index > from && weight + own / 2 > share) {
      pages.push(packPage(begin, subjects.slice(from, index)));
      begin = separator((subjects[index - 1] as StoredEntry).key, key);
      from = index;
      weight = 0;
    }
    weight += own;
  });
  return [...pages, packPage(begin, subjects.slice(from))];
}

/** Zero for a record that is not a page. */
export function sizeOfPage(record: unknown): PageSize {
  if (!isPage(record)) return { answers: 0, bytes: 0 };
  const { low, keys, names, values } = record;
  const bytes = [low, ...keys, ...names].reduce((sum, text) => sum + text.length, 0);
  return { answers: values.length, bytes: bytes + PAGE_BYTES + values.length * ANSWER_BYTES };
}

/** The largest weight of a page's record: see `packPages`. In characters, roughly bytes. */
const MAX_WEIGHT = 16_384;
/** New pages leave room to grow, so that the next answer does not split them again. */
const FILLED_WEIGHT = 12_288;
/** As serialised by V8: two doubles with their tags, and a small index. */
const ANSWER_BYTES = 20;
const PAGE_BYTES = 100;

function weightOf({ key, answers }: StoredEntry): number {
  return key.length + answers.length * ANSWER_BYTES;
}

function packPage(low: string, subjects: readonly StoredEntry[]): AnswerPage {
  const names = new Map<string, number>();
  const nameOf: number[] = [];
  const values: (number | null)[] = [];
  const ats: number[] = [];
  for (const { answers } of subjects) {
    for (const { name, value, at } of answers) {
      let index = names.get(name);
      if (index === undefined) names.set(name, (index = names.size));
      nameOf.push(index);
      values.push(value);
      ats.push(at);
    }
  }
  return {
    low,
    keys: subjects.map(({ key }) => key),
    counts: subjects.map(({ answers }) => answers.length),
    nameOf,
    values,
    ats,
    names: [...names.keys()],
  };
}

/** A subject's answers after others have been added. */
export function mergedAnswers(
  known: readonly StoredAnswer[],
  added: readonly StoredAnswer[],
  now: number,
): StoredAnswer[] {
  const merged = new Map(known.map((answer) => [answer.name, answer]));
  for (const answer of added) {
    if (isReplacedBy(merged.get(answer.name), answer, now)) merged.set(answer.name, answer);
  }
  return [...merged.values()];
}

/** The shortest text that is above `below` and not above `above`. */
function separator(below: string, above: string): string {
  let length = 0;
  while (length < below.length && below[length] === above[length]) length += 1;
  return above.slice(0, length + 1);
}

/** Sound enough that no answer can appear under another key. Single answers are checked later. */
function isPage(record: unknown): record is AnswerPage {
  if (typeof record !== 'object' || record === null) return false;
  const page = record as Partial<Record<keyof AnswerPage, unknown>>;
  const { low, keys, counts, nameOf, values, ats, names } = page;
  return (
    typeof low === 'string' &&
    isListOf(isText, keys) &&
    isListOf(isText, names) &&
    isListOf(isCount, counts) &&
    counts.length === keys.length &&
    [nameOf, values, ats].every(
      (list) => Array.isArray(list) && list.length === counts.reduce((sum, n) => sum + n, 0),
    )
  );
}

function isListOf<Item>(
  isItem: (item: unknown) => item is Item,
  list: unknown,
): list is readonly Item[] {
  return Array.isArray(list) && list.every(isItem);
}

function isText(item: unknown): item is string {
  return typeof item === 'string';
}

function isCount(item: unknown): item is number {
  return Number.isSafeInteger(item) && (item as number) > 0;
}
