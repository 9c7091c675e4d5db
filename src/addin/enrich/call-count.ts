import { planOf, type Engine, type Place, type Plan, type Question } from '../../engine/lookup';

/** What the new columns ask for. */
export interface Wanted {
  readonly places: readonly Place[];
  readonly names: readonly string[];
  /** One question for each distinct score. */
  readonly scores: readonly Question[];
}

/**
 * Whether a question is one of those that were counted. A score counts whatever its date and its
 * variables are: these come from the list's cells.
 */
export function coversWanted(
  { places, names }: Pick<Wanted, 'places' | 'names'>,
  scores: { readonly places: readonly Place[]; readonly modelId: string } | undefined,
): (question: Question) => boolean {
  const wanted = new Set(names);
  const at = keysOf(names.length === 0 ? [] : places);
  const scored = keysOf(scores?.places ?? []);
  return (question) =>
    question.kind === 'attribute'
      ? wanted.has(question.name) && at.has(question.place.key)
      : question.model === scores?.modelId && scored.has(question.place.key);
}

function keysOf(places: readonly Place[]): ReadonlySet<string> {
  return new Set(places.map(({ key }) => key));
}

export interface CountParts {
  readonly engine: Pick<Engine, 'knows'>;
  turn(): Promise<void>;
  isWanted(): boolean;
}

/** Counts the calls before any is made; undefined if the count is no longer wanted. */
export async function countCalls(
  { places, names, scores }: Wanted,
  { engine, turn, isWanted }: CountParts,
): Promise<Plan | undefined> {
  const unknown: number[] = [];
  let known = 0;
  const step = Math.max(1, Math.floor(QUESTIONS_AT_ONCE / Math.max(1, names.length)));
  const attributes = names.length === 0 ? [] : places;
  for (let start = 0; start < attributes.length; start += step) {
    if (start > 0) await turn();
    if (!isWanted()) return undefined;
    const some = attributes.slice(start, start + step);
    const answers = await engine.knows(
      some.flatMap((place) => names.map((name) => ({ kind: 'attribute', place, name }) as const)),
    );
    for (let index = 0; index < some.length; index += 1) {
      const own = answers.slice(index * names.length, (index + 1) * names.length);
      const missing = own.filter((isKnown) => !isKnown).length;
      unknown.push(missing);
      known += names.length - missing;
    }
  }
  for (let start = 0; start < scores.length; start += QUESTIONS_AT_ONCE) {
    if (start + attributes.length > 0) await turn();
    if (!isWanted()) return undefined;
    const answers = await engine.knows(scores.slice(start, start + QUESTIONS_AT_ONCE));
    for (const isKnown of answers) {
      if (isKnown) known += 1;
      else unknown.push(1);
    }
  }
  return isWanted() ? planOf(unknown, known) : undefined;
}

/** Looked up at once: more would noticeably hold up the page. */
const QUESTIONS_AT_ONCE = 2_000;
