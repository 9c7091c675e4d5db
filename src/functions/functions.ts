import { whenFormulas } from './host-promise';
import { beginCalculation } from './invocation';

// Microsoft's metadata generator reads this file by itself, as text: ids, parameter names and their
// order are stored in workbooks and never change; new optional parameters come at the end. A range
// must be written as an array of arrays, without a union or an alias.

/**
 * Location attributes at coordinates: population, places and more. Every argument may be one cell
 * or a range.
 * @customfunction LOCATTR
 * @helpurl https://localhost:3000/help.html#LOCATTR
 * @param lat Latitude in degrees, -90 to 90: one cell, or a range with a location in each.
 * @param lng Longitude in degrees, -180 to 180: one cell, or as many as latitudes.
 * @param variables What you want to know, such as "w_pop_tt" or "w_pop_tt,p_retail_gc_np", or a range of names.
 * @param invocation Supplied by Excel.
 * @requiresAddress
 * @returns The values: a row for each location, a column for each name.
 */
export async function LOCATTR(
  lat: unknown[][],
  lng: unknown[][],
  variables: unknown[][],
  invocation: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  const calculation = beginCalculation(invocation);
  const formulas = await whenFormulas();
  return formulas.attributes(lat, lng, variables, calculation);
}

/**
 * Location attributes at a postal address: population, places and more. Every argument may be one
 * cell or a range.
 * @customfunction LOCATTR_ADDRESS
 * @helpurl https://localhost:3000/help.html#LOCATTR_ADDRESS
 * @param address The address as you would write it: one cell, or a range with a location in each.
 * @param pincode The pincode of the address, such as 560034: one cell, or as many as addresses.
 * @param variables What you want to know, such as "w_pop_tt" or "w_pop_tt,p_retail_gc_np", or a range of names.
 * @param invocation Supplied by Excel.
 * @requiresAddress
 * @returns The values: a row for each location, a column for each name.
 */
export async function LOCATTR_ADDRESS(
  address: unknown[][],
  pincode: unknown[][],
  variables: unknown[][],
  invocation: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  const calculation = beginCalculation(invocation);
  const formulas = await whenFormulas();
  return formulas.attributesOfAddress(address, pincode, variables, calculation);
}

/**
 * The score that your model gives to an address. Every argument may be one cell or a range.
 * @customfunction LOCSCORE
 * @helpurl https://localhost:3000/help.html#LOCSCORE
 * @param model The model: its alias in this workbook, or its id.
 * @param address The address as you would write it: one cell, or a range with a location in each.
 * @param date The day to score for, as a date or as text; left out, today.
 * @param custom_variables Your own variables: JSON text as LOCVARS makes it, or a range of names and values.
 * @param invocation Supplied by Excel.
 * @requiresAddress
 * @returns The score of each address.
 */
export async function LOCSCORE(
  model: unknown[][],
  address: unknown[][],
  date?: unknown[][],
  custom_variables?: unknown[][],
  invocation?: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  const calculation = beginCalculation(invocation);
  const formulas = await whenFormulas();
  return formulas.score(address, { model, date, customVariables: custom_variables }, calculation);
}

/**
 * The score that your model gives to coordinates. Every argument may be one cell or a range.
 * @customfunction LOCSCORE_COORDS
 * @helpurl https://localhost:3000/help.html#LOCSCORE_COORDS
 * @param model The model: its alias in this workbook, or its id.
 * @param lat Latitude in degrees, -90 to 90: one cell, or a range with a location in each.
 * @param lng Longitude in degrees, -180 to 180: one cell, or as many as latitudes.
 * @param date The day to score for, as a date or as text; left out, today.
 * @param custom_variables Your own variables: JSON text as LOCVARS makes it, or a range of names and values.
 * @param invocation Supplied by Excel.
 * @requiresAddress
 * @returns The score of each location.
 */
export async function LOCSCORE_COORDS(
  model: unknown[][],
  lat: unknown[][],
  lng: unknown[][],
  date?: unknown[][],
  custom_variables?: unknown[][],
  invocation?: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  const calculation = beginCalculation(invocation);
  const formulas = await whenFormulas();
  const scored = { model, date, customVariables: custom_variables };
  return formulas.scoreOfCoordinates(lat, lng, scored, calculation);
}

/**
 * Your own variables for LOCSCORE as JSON text, ready to fill down: LOCVARS($D$1:$F$1, D2:F2). Asks
 * nobody.
 * @customfunction LOCVARS
 * @helpurl https://localhost:3000/help.html#LOCVARS
 * @param names The names of the variables: a row, a column, or text with commas.
 * @param values A value for each name; several rows of values give a text for each.
 * @param invocation Supplied by Excel.
 * @requiresAddress
 * @returns JSON text such as {"floor_area":850}.
 */
export async function LOCVARS(
  names: unknown[][],
  values: unknown[][],
  invocation: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  const calculation = beginCalculation(invocation);
  const formulas = await whenFormulas();
  return formulas.variablesText(names, values, calculation);
}

/**
 * The attribute names known here, with what is known of each. Asks nobody.
 * @customfunction LOCCATALOG
 * @helpurl https://localhost:3000/help.html#LOCCATALOG
 * @param search A part of a name or of its meaning, such as "population"; left out, all names.
 * @param invocation Supplied by Excel.
 * @requiresAddress
 * @returns Two columns: the name, and what is known of it.
 */
export async function LOCCATALOG(
  search?: unknown[][],
  invocation?: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  const calculation = beginCalculation(invocation);
  const formulas = await whenFormulas();
  return formulas.catalogue(search, calculation);
}
