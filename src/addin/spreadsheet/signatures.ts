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

export const FUNCTION_NAMES = Object.keys(SIGNATURES) as readonly FunctionName[];

const PLACE: readonly Parameter[] = ['lat', 'lng', 'address', 'pincode'];

/** The names of a function's parameters; none for a function that is not ours. */
export function parametersOf(id: string): readonly Parameter[] {
  return writtenParameters(id).map((name) => name.replace(/^\[|\]$/g, '') as Parameter);
}

/** The same with brackets around optional ones. */
export function writtenParameters(id: string): readonly string[] {
  return Object.hasOwn(SIGNATURES, id) ? SIGNATURES[id as FunctionName] : [];
}

/** Where a function takes this argument, counted from 0; -1 if it takes none. */
export function positionOf(id: string, parameter: Parameter): number {
  return parametersOf(id).indexOf(parameter);
}

/** A call of a Locus function. */
export interface LocusCall {
  /** In upper case. */
  readonly name: string;
  /** As the formula writes them. */
  readonly args: readonly string[];
}

/** What a call gives for this parameter; undefined if it gives nothing. */
export function argumentOf({ name, args }: LocusCall, parameter: Parameter): string | undefined {
  return args[positionOf(name, parameter)];
}

/** The arguments that say at which places values are wanted. */
export function placeArguments({ name, args }: LocusCall): readonly string[] {
  const parameters = parametersOf(name);
  return args.filter((_, index) => PLACE.some((parameter) => parameter === parameters[index]));
}

const ASKED: readonly Parameter[] = ['variables', 'model'];

/** Whether a function asks the service for values at places. */
export function takesPlaces(id: string): boolean {
  return ASKED.some((parameter) => positionOf(id, parameter) >= 0);
}
