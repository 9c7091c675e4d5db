import { useMemo, useState } from 'react';

import { readPlaceList } from '../../enrich/score-plan';
import type { PlaceList } from '../../enrich/score-plan';
import type { BlockReading } from '../../spreadsheet/sheet';
import { guessChoice } from '../../enrich/place-choice';
import type { PlaceChoice } from '../../enrich/place-choice';

/** A list as it was understood, and the ways to correct that. */
export interface ListChoice {
  readonly list: PlaceList;
  readonly choice: PlaceChoice;
  setHeader(hasHeader: boolean): void;
  setChoice(choice: PlaceChoice): void;
}

/** What a person said of one list; of another it tells nothing. */
interface Corrections {
  /** Where the list begins: it is the same one when it has got more columns or rows. */
  readonly corner: string;
  readonly hasHeader?: boolean;
  readonly choice?: PlaceChoice;
}

/** Undefined while no list is selected. The list and the choice are the same objects until they change. */
export function useListChoice(reading: BlockReading | undefined): ListChoice | undefined {
  const [corrections, setCorrections] = useState<Corrections>();
  const block = reading?.kind === 'block' ? reading.block : undefined;
  const corner = block && JSON.stringify([block.sheet, block.row, block.column]);
  const own = corrections?.corner === corner ? corrections : undefined;
  const hasHeader = own?.hasHeader;
  const list = useMemo(() => block && readPlaceList(block, hasHeader), [block, hasHeader]);
  const guessed = useMemo(() => list && guessChoice(list), [list]);
  if (corner === undefined || list === undefined || guessed === undefined) return undefined;
  return {
    list,
    choice: own?.choice ?? guessed,
    // Other columns may be guessed with another header.
    setHeader: (next) => setCorrections({ corner, hasHeader: next }),
    setChoice: (choice) =>
      setCorrections({ corner, choice, ...(hasHeader !== undefined && { hasHeader }) }),
  };
}
