import { useMemo, useState } from 'react';

import type { BlockColumn } from '../../engine/places/column-roles';
import type { Better, Criterion, Filter, Ranking } from './ranking-rule';

/** A filter as a person sets it: `between` is two conditions of the rule. */
export interface ChosenFilter {
  readonly id: number;
  readonly column: number;
  readonly condition: ChosenCondition;
  /** Undefined and "" let every place through. */
  readonly limit: number | string | undefined;
  /** The upper limit of `between`. */
  readonly upper?: number | undefined;
}

export type ChosenCondition = 'under' | 'over' | 'between' | 'is' | 'is-not';

/** What a person has chosen so far. */
export interface RankingChoice {
  readonly criteria: readonly Criterion[];
  readonly filters: readonly ChosenFilter[];
  /** The same object until something changes. */
  readonly ranking: Ranking;
  addCriteria(columns: readonly BlockColumn[]): void;
  changeCriterion(column: number, change: Partial<Omit<Criterion, 'column'>>): void;
  removeCriterion(column: number): void;
  addFilter(column: BlockColumn): void;
  changeFilter(id: number, change: Partial<Omit<ChosenFilter, 'id'>>): void;
  removeFilter(id: number): void;
}

/** @param onChange called when a person chooses something else. */
export function useRanking(onChange: () => void): RankingChoice {
  const [criteria, setCriteria] = useState<readonly Criterion[]>([]);
  const [filters, setFilters] = useState<readonly ChosenFilter[]>([]);
  const ranking = useMemo(
    () => ({ criteria, filters: filters.flatMap(conditionsOf) }),
    [criteria, filters],
  );
  const choose = (next: readonly Criterion[]): void => {
    setCriteria(next);
    onChange();
  };
  const filter = (next: readonly ChosenFilter[]): void => {
    setFilters(next);
    onChange();
  };
  return {
    criteria,
    filters,
    ranking,
    addCriteria: (columns) =>
      choose([
        ...criteria,
        ...columns.map(({ index, header }) => ({
          column: index,
          weight: 1,
          better: likelyBetter(header),
        })),
      ]),
    changeCriterion: (column, change) =>
      choose(criteria.map((one) => (one.column === column ? { ...one, ...change } : one))),
    removeCriterion: (column) => choose(criteria.filter((one) => one.column !== column)),
    addFilter: ({ index, content }) => {
      const condition = content.numbers > content.filled / 2 ? 'under' : 'is';
      const id = 1 + Math.max(0, ...filters.map((one) => one.id));
      filter([...filters, { id, column: index, condition, limit: undefined }]);
    },
    changeFilter: (id, change) =>
      filter(filters.map((one) => (one.id === id ? { ...one, ...change } : one))),
    removeFilter: (id) => filter(filters.filter((one) => one.id !== id)),
  };
}

function conditionsOf({ column, condition, limit = '', upper }: ChosenFilter): readonly Filter[] {
  if (condition !== 'between') return [{ column, condition, limit }];
  return [
    { column, condition: 'from', limit },
    { column, condition: 'to', limit: upper ?? '' },
  ];
}

/** A guess for a person to correct: nobody wants a higher rent. */
function likelyBetter(header: string): Better {
  return LESS.test(header) ? 'less' : 'more';
}

const LESS =
  /\b(?:rents?|costs?|prices?|fees?|deposit|distance|km|minutes|travel time|compet\w*|rivals?|risk|vacan\w*)\b|किराया|लागत|दूरी|प्रतिस्पर्धी/iu;
