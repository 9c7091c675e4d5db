import type { Clock, Plan } from '../../engine/lookup';
import type { PlaceList } from './place-list';
import type { PanePorts } from '../pane/parts/pane-ports';
import { useLatest } from '../pane/parts/use-latest';
import type { CannotDo } from '../spreadsheet/sheet';
import { countCalls } from './call-count';
import type { PincodeRule } from '../../engine/places/pincode';
import type { PlaceColumns } from '../../engine/places/place-choice';
import type { RowSpan } from './selected-list';
import { surveyPlaces, type PlaceSurvey } from './place-rows';
import {
  blankVariables,
  countScores,
  scoreQuestions,
  unscoredRows,
  type BlankVariable,
  type WantedScore,
} from './score-choice';

/**
 * What the list contains, and what the new columns will cost. It is worked out while a person
 * waits.
 */
export interface EnrichPlan {
  /** Undefined while the rows are being read. */
  readonly survey: PlaceSurvey | CannotDo | undefined;
  /** The score's variables that are blank in some rows. */
  readonly blank: readonly BlankVariable[];
  /** Undefined while the calls are being counted. */
  readonly cost: EnrichCost | undefined;
}

export interface EnrichCost extends Plan {
  /** Whether fewer calls may be enough, because rows with the same values are asked for once. */
  readonly isAtMost: boolean;
}

export interface PlanSubject {
  readonly list: PlaceList;
  /** Undefined while it is unclear which columns have the places. */
  readonly columns: PlaceColumns | undefined;
  readonly names: readonly string[];
  readonly score: WantedScore | undefined;
  /** The rows that are meant. Undefined: all. */
  readonly rows: RowSpan | undefined;
  readonly includesHidden: boolean;
  /** Whether rows in which a variable is blank get its default. Otherwise they get no score. */
  readonly fillsBlank: boolean;
  readonly pincodes: PincodeRule;
}

/** Compares by identity: the same objects as before mean that nothing has changed. */
export function useEnrichPlan(
  { host, clock, scores }: Pick<PanePorts, 'host' | 'clock' | 'scores'>,
  { list, columns, names, score, rows, includesHidden, fillsBlank, pincodes }: PlanSubject,
): EnrichPlan {
  const variables = variableColumns(score);
  const surveyed = useLatest(
    (isWanted) => {
      if (columns === undefined) return undefined;
      const { sheet } = host;
      const turn = turnsOf(clock);
      const parts = { sheet, rows, includesHidden, pincodes, variables, turn, isWanted };
      return surveyPlaces(list, columns, parts);
    },
    // Of a long list, all rows are read: again only if other columns matter.
    [host.sheet, clock, list, columns, variables.join(), rows, includesHidden, pincodes],
  );
  const survey = surveyed.isDone ? surveyed.result : undefined;
  const counted = useLatest(
    (isWanted) => {
      if (survey?.kind !== 'survey' || columns === undefined) return undefined;
      const parts = { engine: scores, turn: turnsOf(clock), isWanted };
      return costOf({ list, names, score, fillsBlank }, columns, survey, parts);
    },
    [scores, clock, list, columns, survey, names, score, fillsBlank],
  );
  const cost = counted.isDone ? counted.result : undefined;
  return { survey, blank: blankOf(score, survey), cost };
}

function blankOf(
  score: WantedScore | undefined,
  survey: EnrichPlan['survey'],
): readonly BlankVariable[] {
  return score === undefined || survey?.kind !== 'survey'
    ? []
    : blankVariables(score, survey.blanks);
}

/** The columns of the block that fill the score's variables. */
function variableColumns(score: WantedScore | undefined): readonly number[] {
  return score?.mapping.filter((source) => typeof source === 'number') ?? [];
}

async function costOf(
  { list, names, score, fillsBlank }: Pick<PlanSubject, 'list' | 'names' | 'score' | 'fillsBlank'>,
  columns: PlaceColumns,
  survey: PlaceSurvey,
  parts: Parameters<typeof countCalls>[1],
): Promise<EnrichCost | undefined> {
  const questions = score === undefined ? [] : scoreQuestions(score, survey.scored);
  const plan = await countCalls({ places: survey.places, names, scores: questions ?? [] }, parts);
  if (plan === undefined) return undefined;
  const unscored = unscoredRows(blankOf(score, survey), fillsBlank);
  const skipped = new Set([...survey.skipped, ...unscored]);
  const varied =
    score === undefined || questions !== undefined
      ? 0
      : countScores(score, list, columns, skipped, fillsBlank);
  const { calls, values, known } = plan;
  return { calls: calls + varied, values: values + varied, known, isAtMost: varied > 0 };
}

export function turnsOf(clock: Pick<Clock, 'schedule'>): () => Promise<void> {
  return () => new Promise((resolve) => void clock.schedule(0, resolve));
}
