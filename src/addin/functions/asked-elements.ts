import type { PincodeRule } from '../../engine/places/pincode';
import { positionOf, takesPlaces, type Parameter } from '../spreadsheet/signatures';
import type { Grid } from './argument-grid';
import { attributeElements } from './attribute-elements';
import type { Elements } from './elements';
import {
  addressLocations,
  coordinateLocations,
  type Locations,
  scoredAddressLocations,
} from './locations';
import { scoreElements, type Workbook } from './score-elements';

/** What a call reads besides its arguments. */
export interface AskedParts {
  readonly workbook: Workbook;
  readonly pincodes: PincodeRule;
}

/** What a call's argument of this role holds. */
export type GridOf = (parameter: Parameter) => Grid;

/**
 * What a call of one of our functions asks for, read from its arguments by their roles as the
 * function itself reads them. Undefined for a function that asks nothing.
 */
export function askedElements(
  name: string,
  grid: GridOf,
  { workbook, pincodes }: AskedParts,
): Elements | undefined {
  if (!takesPlaces(name)) return undefined;
  const locations = askedLocations(name, grid, pincodes);
  if (positionOf(name, 'variables') >= 0) return attributeElements(locations, grid('variables'));
  const [model, date] = [grid('model'), grid('date')];
  const scored = { model, date, customVariables: grid('custom_variables') };
  return scoreElements(locations, scored, workbook);
}

/** The places of a call that takes places. */
export function askedLocations(name: string, grid: GridOf, pincodes: PincodeRule): Locations {
  const takes = (parameter: Parameter): boolean => positionOf(name, parameter) >= 0;
  if (takes('lat')) return coordinateLocations(grid('lat'), grid('lng'));
  return takes('pincode')
    ? addressLocations(grid('address'), grid('pincode'), pincodes)
    : scoredAddressLocations(grid('address'), pincodes);
}
