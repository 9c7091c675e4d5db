import { formulas } from './host-promise';
import { beginCalculation, invocationIn, typedArgument } from './invocation';

// Microsoft's metadata generator reads this file on its own, as text. Ids, parameter names and
// their order are stored in workbooks and never change; new optional parameters come at the end. A
// range must be written as an array of arrays, without a union or an alias.

/**
 * Gives facts about a place from its coordinates, such as how many people live around it. Takes one
 * place or a whole list of them.
 * @customfunction LOCATTR
 * @helpurl https://localhost:3000/help/LOCATTR.html
 * @param lat Latitude in degrees, from -90 to 90, such as 12.9352. One cell, or a range with a place in each cell.
 * @param lng Longitude in degrees, from -180 to 180, such as 77.6245. One cell, or a range of the same size as lat.
 * @param variables What you want to know, by name: "w_pop_tt", or several as "w_pop_tt, p_retail_gc_np", or a range of names. LOCCATALOG lists names.
 * @param invocation Supplied by Excel.
 * @requiresAddress
 * @returns The values: a row for each location, a column for each name.
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
 * Gives facts about a place from its postal address, such as how many people live around it. Takes
 * one address or a whole list of them.
 * @customfunction LOCATTR_ADDRESS
 * @helpurl https://localhost:3000/help/LOCATTR_ADDRESS.html
 * @param address The address, as on a letter. One cell, or a range with an address in each cell.
 * @param pincode The pincode of the address, such as 560034. One cell, or a range of the same size as address.
 * @param variables What you want to know, by name: "w_pop_tt", or several as "w_pop_tt, p_retail_gc_np", or a range of names. LOCCATALOG lists names.
 * @param invocation Supplied by Excel.
 * @requiresAddress
 * @returns The values: a row for each location, a column for each name.
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
 * Gives the score that your model has for an address. Takes one address or a whole list of them.
 * @customfunction LOCSCORE
 * @helpurl https://localhost:3000/help/LOCSCORE.html
 * @param model The model that scores: its short name (alias) in this workbook, or its id.
 * @param address The address, as on a letter. One cell, or a range with an address in each cell.
 * @param date The day to score for, as a date or as text. Left out: today.
 * @param custom_variables Your own inputs for the model: text as LOCVARS writes it, or a range with names and values. Left out: none.
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
 * Gives the score that your model has for a place, from its coordinates. Takes one place or a whole
 * list of them.
 * @customfunction LOCSCORE_COORDS
 * @helpurl https://localhost:3000/help/LOCSCORE_COORDS.html
 * @param model The model that scores: its short name (alias) in this workbook, or its id.
 * @param lat Latitude in degrees, from -90 to 90, such as 12.9352. One cell, or a range with a place in each cell.
 * @param lng Longitude in degrees, from -180 to 180, such as 77.6245. One cell, or a range of the same size as lat.
 * @param date The day to score for, as a date or as text. Left out: today.
 * @param custom_variables Your own inputs for the model: text as LOCVARS writes it, or a range with names and values. Left out: none.
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
 * Writes your own inputs for a model as one text, which LOCSCORE and LOCSCORE_COORDS take. Made to
 * be filled down: LOCVARS($D$1:$F$1, D2:F2). Asks the service nothing.
 * @customfunction LOCVARS
 * @helpurl https://localhost:3000/help/LOCVARS.html
 * @param names The names of your inputs: a row, a column, or one text with commas between them.
 * @param values A value for each name. Several rows of values give a text for each row.
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
 * Lists the names that you can ask for, with what is known of each. Asks the service nothing.
 * @customfunction LOCCATALOG
 * @helpurl https://localhost:3000/help/LOCCATALOG.html
 * @param search A word of what you are looking for, such as "population", or a part of a name. Left out: all names.
 * @param invocation Supplied by Excel.
 * @requiresAddress
 * @returns Two columns: the name, and what is known of it.
 */
export function LOCCATALOG(
  search?: unknown[][],
  invocation?: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  const calculation = beginCalculation(invocationIn([search, invocation]));
  return formulas().catalogue(typedArgument(search), calculation);
}
