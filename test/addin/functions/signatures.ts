/**
 * Workbooks store ids and the order of parameters: a change here breaks people's files. A new
 * parameter must be optional and last.
 */
export const SIGNATURES: readonly string[] = [
  'LOCATTR(lat, lng, variables)',
  'LOCATTR_ADDRESS(address, pincode, variables)',
  'LOCSCORE(model, address, [date], [custom_variables])',
  'LOCSCORE_COORDS(model, lat, lng, [date], [custom_variables])',
  'LOCVARS(names, values)',
  'LOCCATALOG([search])',
  'LOCDISTANCE(lat1, lng1, lat2, lng2)',
  'LOCNEAREST(lat, lng, lats, lngs, [labels])',
];

export interface Signed {
  readonly id: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly optional?: boolean | undefined;
  }[];
}

/** A function of functions.json as SIGNATURES writes it. */
export function signatureOf({ id, parameters }: Signed): string {
  const names = parameters.map(({ name, optional }) => (optional === true ? `[${name}]` : name));
  return `${id}(${names.join(', ')})`;
}
