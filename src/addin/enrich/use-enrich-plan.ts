import { useEffect, useState } from 'react';

import type { Clock, Plan } from '../../engine/lookup';
import type { PlaceList } from './place-list';
import type { PanePorts } from '../pane/parts/pane-ports';
import type { CannotDo } from '../spreadsheet/sheet';
import { countCalls } from './call-count';
import type { PincodeRule } from '../../engine/places/pincode';
import type { PlaceColumns } from '../../engine/places/place-choice';
import { surveyPlaces } from './place-survey';
import type { PlaceSurvey } from './place-survey';
import { countScores, scoreQuestions } from './wanted-scores';
import type { WantedScore } from './wanted-scores';

/** What the list holds and what the new columns will cost, worked out while a person looks on. */
export interface EnrichPlan {
  /** Undefined while the rows are read. */
  readonly survey: PlaceSurvey | CannotDo | undefined;
  /** Undefined while the calls are counted. */
  readonly cost: EnrichCost | undefined;
}

export interface EnrichCost extends Plan {
  /** Fewer may suffice: rows with the same values are asked for once. */
  readonly isAtMost: boolean;
}

export interface PlanSubject {
  readonly list: PlaceList | undefined;
  /** Undefined while it is unclear which columns hold the places. */
  readonly columns: PlaceColumns | undefined;
  readonly names: readonly string[];
  readonly score: WantedScore | undefined;
  readonly includesHidden: boolean;
  readonly pincodes: PincodeRule;
}

/** Compares by identity: the same objects as before mean that nothing has changed. */
export function useEnrichPlan(
  { host, clock, scores }: Pick<PanePorts, 'host' | 'clock' | 'scores'>,
  { list, columns, names, score, includesHidden, pincodes }: PlanSubject,
): EnrichPlan {
  const [surveyed, setSurveyed] = useState<Kept<PlaceSurvey | CannotDo>>();
  const [counted, setCounted] = useState<Kept<EnrichCost>>();

  useEffect(() => {
    if (list === undefined || columns === undefined) return undefined;
    const wanted = whileWanted();
    const parts = {
      sheet: host.sheet,
      includesHidden,
      pincodes,
      turn: turnsOf(clock),
      isWanted: wanted.is,
    };
    void surveyPlaces(list, columns, parts).then((result) => {
      if (result === undefined || !wanted.is()) return;
      setSurveyed({ about: [list, columns, includesHidden, pincodes], result });
    });
    return wanted.end;
  }, [host.sheet, clock, list, columns, includesHidden, pincodes]);

  const survey = isAbout(surveyed, [list, columns, includesHidden, pincodes])
    ? surveyed?.result
    : undefined;

  useEffect(() => {
    if (survey?.kind !== 'survey' || list === undefined || columns === undefined) return undefined;
    const wanted = whileWanted();
    const count = async (): Promise<void> => {
      const parts = { engine: scores, turn: turnsOf(clock), isWanted: wanted.is };
      const questions = score === undefined ? [] : scoreQuestions(score, survey.scored);
      const plan = await countCalls(
        { places: survey.places, names, scores: questions ?? [] },
        parts,
      );
      if (plan === undefined) return;
      const varied =
        score === undefined || questions !== undefined
          ? 0
          : countScores(score, list, columns, survey.skipped);
      const { calls, values, known } = plan;
      const result: EnrichCost = {
        calls: calls + varied,
        values: values + varied,
        known,
        isAtMost: varied > 0,
      };
      setCounted({ about: [survey, names, score], result });
    };
    void count();
    return wanted.end;
  }, [scores, clock, list, columns, survey, names, score]);

  const cost = isAbout(counted, [survey, names, score]) ? counted?.result : undefined;
  return { survey, cost };
}

/** A result and the inputs it was worked out from; it holds for no others. */
interface Kept<Result> {
  readonly about: readonly unknown[];
  readonly result: Result;
}

function isAbout(kept: Kept<unknown> | undefined, about: readonly unknown[]): boolean {
  return kept !== undefined && kept.about.every((part, index) => part === about[index]);
}

function whileWanted(): { is(): boolean; end(): void } {
  let isWanted = true;
  return { is: () => isWanted, end: () => void (isWanted = false) };
}

export function turnsOf(clock: Pick<Clock, 'schedule'>): () => Promise<void> {
  return () => new Promise((resolve) => void clock.schedule(0, resolve));
}
