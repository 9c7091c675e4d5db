import { formulas } from './host-promise';
import { beginCalculation, invocationIn, typedArgument } from './invocation';

// Microsoft's metadata generator reads this file on its own, as text. Ids, parameter names and
// their order are stored in workbooks and never change; new optional parameters come at the end. A
// range must be written as an array of arrays, without a union or an alias.

/**
 * Returns facts about places from their coordinates, such as how many people live nearby. Use one
 * place or a whole list.
 * @customfunction LOCATTR
 * @helpurl https://localhost:3000/help/LOCATTR.html
 * @param lat Latitude in degrees, from -90 to 90, such as 12.9352. One cell or a range.
 * @param lng Longitude in degrees, from -180 to 180, such as 77.6245. One cell, or a range of the same size as lat.
 * @param variables Names of the attributes you want: "w_pop_tt", "w_pop_tt, p_retail_gc_np" or a range of names. LOCCATALOG lists them.
 * @param invocation Supplied by Excel.
 * @requiresAddress
 * @returns The values, with a row for each location and a column for each attribute.
 */
export function LOCATTR(
  lat: unknown[][],
  lng: unknown[][],
  variables: unknown[][],
  invocation: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  return formulas().attributes(lat, lng, variables, beginCalculation(invocation));
}

/**
 * Returns facts about places from their postal addresses, such as how many people live nearby. Use
 * one address or a whole list.
 * @customfunction LOCATTR_ADDRESS
 * @helpurl https://localhost:3000/help/LOCATTR_ADDRESS.html
 * @param address The postal address. One cell or a range.
 * @param pincode The pincode of the address, such as 560034. One cell, or a range of the same size as address.
 * @param variables Names of the attributes you want: "w_pop_tt", "w_pop_tt, p_retail_gc_np" or a range of names. LOCCATALOG lists them.
 * @param invocation Supplied by Excel.
 * @requiresAddress
 * @returns The values, with a row for each location and a column for each attribute.
 */
export function LOCATTR_ADDRESS(
  address: unknown[][],
  pincode: unknown[][],
  variables: unknown[][],
  invocation: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  return formulas().attributesOfAddress(address, pincode, variables, beginCalculation(invocation));
}

/**
 * Returns your model’s score for an address. Use one address or a whole list.
 * @customfunction LOCSCORE
 * @helpurl https://localhost:3000/help/LOCSCORE.html
 * @param model The model: its name in this workbook, or its ID.
 * @param address The postal address. One cell or a range.
 * @param date The date to score for, as a date or text. If omitted, today.
 * @param custom_variables Your own inputs for the model: text from LOCVARS, or a range of names and values. If omitted, none.
 * @param invocation Supplied by Excel.
 * @requiresAddress
 * @returns The score of each address.
 */
export function LOCSCORE(
  model: unknown[][],
  address: unknown[][],
  date?: unknown[][],
  custom_variables?: unknown[][],
  invocation?: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  const calculation = beginCalculation(invocationIn([date, custom_variables, invocation]));
  const customVariables = typedArgument(custom_variables);
  const scored = { model, date: typedArgument(date), customVariables };
  return formulas().score(address, scored, calculation);
}

/**
 * Returns your model’s score for a place from its coordinates. Use one place or a whole list.
 * @customfunction LOCSCORE_COORDS
 * @helpurl https://localhost:3000/help/LOCSCORE_COORDS.html
 * @param model The model: its name in this workbook, or its ID.
 * @param lat Latitude in degrees, from -90 to 90, such as 12.9352. One cell or a range.
 * @param lng Longitude in degrees, from -180 to 180, such as 77.6245. One cell, or a range of the same size as lat.
 * @param date The date to score for, as a date or text. If omitted, today.
 * @param custom_variables Your own inputs for the model: text from LOCVARS, or a range of names and values. If omitted, none.
 * @param invocation Supplied by Excel.
 * @requiresAddress
 * @returns The score of each location.
 */
export function LOCSCORE_COORDS(
  model: unknown[][],
  lat: unknown[][],
  lng: unknown[][],
  date?: unknown[][],
  custom_variables?: unknown[][],
  invocation?: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  const calculation = beginCalculation(invocationIn([date, custom_variables, invocation]));
  const customVariables = typedArgument(custom_variables);
  const scored = { model, date: typedArgument(date), customVariables };
  return formulas().scoreOfCoordinates(lat, lng, scored, calculation);
}

/**
 * Combines your own inputs for a model into text for LOCSCORE and LOCSCORE_COORDS. Fill it down:
 * LOCVARS($D$1:$F$1, D2:F2). Uses no calls.
 * @customfunction LOCVARS
 * @helpurl https://localhost:3000/help/LOCVARS.html
 * @param names The names of your inputs: a row, a column, or text with commas between names.
 * @param values A value for each name. Several rows of values return one text per row.
 * @param invocation Supplied by Excel.
 * @requiresAddress
 * @returns JSON text such as {"floor_area":850}.
 */
export function LOCVARS(
  names: unknown[][],
  values: unknown[][],
  invocation: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  return formulas().variablesText(names, values, beginCalculation(invocation));
}

/**
 * Lists the attributes you can use, with a description of each. Uses no calls.
 * @customfunction LOCCATALOG
 * @helpurl https://localhost:3000/help/LOCCATALOG.html
 * @param search What you’re looking for, such as "population", or part of a name. If omitted, all attributes.
 * @param invocation Supplied by Excel.
 * @requiresAddress
 * @returns Two columns: the name of each attribute, and its description.
 */
export function LOCCATALOG(
  search?: unknown[][],
  invocation?: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  const calculation = beginCalculation(invocationIn([search, invocation]));
  return formulas().catalogue(typedArgument(search), calculation);
}

/**
 * Returns the distance between two places in a straight line, in kilometres. Use one pair of places
 * or whole lists. Uses no calls.
 * @customfunction LOCDISTANCE
 * @helpurl https://localhost:3000/help/LOCDISTANCE.html
 * @param lat1 Latitude of the first place in degrees, from -90 to 90. One cell or a range.
 * @param lng1 Longitude of the first place in degrees, from -180 to 180. One cell, or a range of the same size as lat1.
 * @param lat2 Latitude of the second place in degrees. One cell, or a range of the same size as lat1.
 * @param lng2 Longitude of the second place in degrees. One cell, or a range of the same size as lat1.
 * @param invocation Supplied by Excel.
 * @requiresAddress
 * @returns The distance in kilometres.
 */
export function LOCDISTANCE(
  lat1: unknown[][],
  lng1: unknown[][],
  lat2: unknown[][],
  lng2: unknown[][],
  invocation: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  return formulas().distance(lat1, lng1, lat2, lng2, beginCalculation(invocation));
}

/**
 * Returns the nearest place of a list, and how many kilometres away it is in a straight line. Uses
 * no calls.
 * @customfunction LOCNEAREST
 * @helpurl https://localhost:3000/help/LOCNEAREST.html
 * @param lat Latitude in degrees, from -90 to 90, such as 12.9352. One cell or a range.
 * @param lng Longitude in degrees, from -180 to 180, such as 77.6245. One cell, or a range of the same size as lat.
 * @param lats The latitudes of the list to search.
 * @param lngs The longitudes of the list to search: a range of the same size as lats.
 * @param labels What to call each place of the list, such as its name: a range of the same size as lats. If omitted, its number in the list.
 * @param invocation Supplied by Excel.
 * @requiresAddress
 * @returns Two cells for each location: the nearest place, and its distance in kilometres.
 */
export function LOCNEAREST(
  lat: unknown[][],
  lng: unknown[][],
  lats: unknown[][],
  lngs: unknown[][],
  labels?: unknown[][],
  invocation?: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  const calculation = beginCalculation(invocationIn([labels, invocation]));
  return formulas().nearest(lat, lng, { lats, lngs, labels: typedArgument(labels) }, calculation);
}
