import { useMemo, useState } from 'react';

import { guessChoice } from '../../places/place-choice';
import type { PlaceChoice } from '../../places/place-choice';
import { readPlaceList } from '../../enrich/place-list';
import type { PlaceList } from '../../enrich/place-list';
import type { ChosenColumns } from '../../enrich/wanted-scores';
import type { BlockReading } from '../../spreadsheet/sheet';

/** A list as it was understood, and the ways to correct that. */
export interface ListChoice {
  readonly list: PlaceList;
  readonly choice: PlaceChoice;
  /** Columns that a person chose for variables, by the model's alias; the others are guessed. */
  readonly variables: ReadonlyMap<string, ChosenColumns>;
  setHeader(hasHeader: boolean): void;
  setChoice(choice: PlaceChoice): void;
  setVariable(alias: string, name: string, column: number | undefined): void;
}

/** A person's corrections of one list; they do not apply to another. */
interface Corrections {
  /** Where the list begins: it stays the same list when it gains columns or rows. */
  readonly corner: string;
  readonly hasHeader?: boolean;
  readonly choice?: PlaceChoice;
  readonly variables?: ListChoice['variables'];
}

/** Undefined while no list is selected. Each part is the same object until it changes. */
export function useListChoice(reading: BlockReading | undefined): ListChoice | undefined {
  const [corrections, setCorrections] = useState<Corrections>();
  const block = reading?.kind === 'block' ? reading.block : undefined;
  const corner = block && JSON.stringify([block.sheet, block.row, block.column]);
  const own = corrections?.corner === corner ? corrections : undefined;
  const hasHeader = own?.hasHeader;
  const list = useMemo(() => block && readPlaceList(block, hasHeader), [block, hasHeader]);
  const guessed = useMemo(() => list && guessChoice(list), [list]);
  if (corner === undefined || list === undefined || guessed === undefined) return undefined;
  const variables = own?.variables ?? NONE;
  return {
    list,
    choice: own?.choice ?? guessed,
    variables,
    // Drops the other corrections: with another header, other columns may be guessed.
    setHeader: (next) => setCorrections({ corner, hasHeader: next }),
    setChoice: (choice) => setCorrections({ ...own, corner, choice }),
    setVariable(alias, name, column) {
      const chosen = new Map(variables.get(alias)).set(name, column);
      setCorrections({ ...own, corner, variables: new Map(variables).set(alias, chosen) });
    },
  };
}

const NONE: ListChoice['variables'] = new Map();
