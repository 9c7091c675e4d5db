/**
 * Each function's parameters in order, optional ones in brackets, as in functions.json. A
 * parameter's name says what it is for: `address` is an address in every function.
 */
const SIGNATURES = {
  LOCATTR: ['lat', 'lng', 'variables'],
  LOCATTR_ADDRESS: ['address', 'pincode', 'variables'],
  LOCSCORE: ['model', 'address', '[date]', '[custom_variables]'],
  LOCSCORE_COORDS: ['model', 'lat', 'lng', '[date]', '[custom_variables]'],
  LOCVARS: ['names', 'values'],
  LOCCATALOG: ['[search]'],
  LOCDISTANCE: ['lat1', 'lng1', 'lat2', 'lng2'],
  LOCNEAREST: ['lat', 'lng', 'lats', 'lngs', '[labels]'],
} as const;

export type FunctionName = keyof typeof SIGNATURES;

export type Parameter = (typeof SIGNATURES)[FunctionName][number] extends infer Written
  ? Written extends `[${infer Name}]`
    ? Name
    : Written
  : never;

/** The names of all functions, in upper case. */
export const FUNCTION_NAMES = Object.keys(SIGNATURES) as readonly FunctionName[];

const PLACE: readonly Parameter[] = ['lat', 'lng', 'address', 'pincode'];

/** Returns the names of a function's parameters; none if the function is not ours. */
export function parametersOf(id: string): readonly Parameter[] {
  return writtenParameters(id).map((name) => name.replace(/^\[|\]$/g, '') as Parameter);
}

/** Returns the names of a function's parameters, with brackets around the optional ones. */
export function writtenParameters(id: string): readonly string[] {
  return Object.hasOwn(SIGNATURES, id) ? SIGNATURES[id as FunctionName] : [];
}

/** Returns a parameter's zero-based position in a function; -1 if the function does not have it. */
export function positionOf(id: string, parameter: Parameter): number {
  return parametersOf(id).indexOf(parameter);
}

/** A call of a Locus function. */
export interface LocusCall {
  /** The function's name, in upper case. */
  readonly name: string;
  /** The arguments, as the formula writes them. */
  readonly args: readonly string[];
}

/** Returns what a call gives for this parameter; undefined if it gives nothing. */
export function argumentOf({ name, args }: LocusCall, parameter: Parameter): string | undefined {
  return args[positionOf(name, parameter)];
}

/** Returns the arguments that say for which places the call wants values. */
export function placeArguments({ name, args }: LocusCall): readonly string[] {
  const parameters = parametersOf(name);
  return args.filter((_, index) => PLACE.some((parameter) => parameter === parameters[index]));
}

const ASKED: readonly Parameter[] = ['variables', 'model'];

/** Whether a function asks the service for values at places. */
export function takesPlaces(id: string): boolean {
  return ASKED.some((parameter) => positionOf(id, parameter) >= 0);
}
