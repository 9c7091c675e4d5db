import { MAX_VARIABLES_PER_CALL } from '../../engine/contract/limits';
import type { Outcome } from '../../engine/lookup';
import type { PincodeRule } from '../../engine/places/pincode';
import type { Refusal } from '../json-reply';
import { BulkQuestions } from '../bulk-questions';
import type { BulkQuestionsOptions } from '../bulk-questions';
import { gravest } from '../outcome-refusal';
import { planQuestions, questionsOf } from '../cost-plan';
import type { QuestionsPlan } from '../cost-plan';
import type { TeamEngine } from '../team-engine';
import { readLine } from '../question-reading';
import type { Wanted } from '../question-reading';
import type { GivenPlace } from './tool-shapes';

/** What a tool asks of each of its places. */
export type Asked =
  | { readonly names: readonly string[] }
  | {
      readonly model: string;
      readonly date?: string | null | undefined;
      readonly custom_variables?: Readonly<Record<string, unknown>> | null | undefined;
    };

/** A place as a tool was given it, and how it reads: the same way as a line of `/v1/bulk`. */
export interface AskedPlace {
  readonly place: GivenPlace;
  /** One for each fifty names; a single refusal if it cannot be read. */
  readonly wanted: readonly Wanted[];
}

export interface PlaceAnswer {
  readonly place: GivenPlace;
  /** Those that there are, each with the place of its name among the names: 0 of a score. */
  readonly outcomes: readonly { readonly at: number; readonly outcome: Outcome }[];
  readonly refusal: Refusal | undefined;
}

export function readPlaces(
  places: readonly GivenPlace[],
  asked: Asked,
  pincodes: PincodeRule,
): readonly AskedPlace[] {
  const forms =
    'names' in asked ? inFifties(asked.names).map((variables) => ({ variables })) : [asked];
  return places.map((place) => {
    const wanted = forms.map((form) => readLine({ ...place, ...form }, pincodes));
    const fault = wanted.find(({ kind }) => kind === 'refused');
    return { place, wanted: fault === undefined ? wanted : [fault] };
  });
}

/** Makes no call. */
export function planPlaces(
  places: readonly AskedPlace[],
  team: TeamEngine,
): Promise<QuestionsPlan> {
  return planQuestions(
    places.flatMap(({ wanted }) => wanted.flatMap(questionsOf)),
    team,
  );
}

/** Asks for what is not known. */
export async function answerPlaces(
  places: readonly AskedPlace[],
  options: BulkQuestionsOptions,
  signal: AbortSignal,
): Promise<readonly PlaceAnswer[]> {
  const answers = new BulkQuestions(options);
  const leave = (): void => answers.leave();
  signal.addEventListener('abort', leave);
  if (signal.aborted) leave();
  const found = places.map(({ wanted }) => wanted.map((): Outcome[] => []));
  const refusals = places.map((): Refusal[] => []);
  try {
    for (const [index, { wanted }] of places.entries()) {
      for (const [part, each] of wanted.entries()) {
        if (answers.hasLeft) break;
        await answers.take(each, (reply) => {
          if (reply.kind === 'refused') refusals[index]?.push(reply.refusal);
          else found[index]?.splice(part, 1, [...reply.outcomes]);
        });
      }
    }
    await answers.end();
  } finally {
    signal.removeEventListener('abort', leave);
  }
  return places.map(({ place }, index) => ({
    place,
    // Of a part that was refused there are none, and those of the next keep their names.
    outcomes: (found[index] ?? []).flatMap((outcomes, part) =>
      outcomes.map((outcome, at) => ({ at: part * MAX_VARIABLES_PER_CALL + at, outcome })),
    ),
    refusal: gravest(refusals[index] ?? []),
  }));
}

function inFifties(names: readonly string[]): readonly (readonly string[])[] {
  const unique = [...new Set(names)];
  const parts: string[][] = [];
  for (let start = 0; start < unique.length; start += MAX_VARIABLES_PER_CALL) {
    parts.push(unique.slice(start, start + MAX_VARIABLES_PER_CALL));
  }
  return parts;
}
