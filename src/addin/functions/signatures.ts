/** Each function's parameters in order, optional ones in brackets, as in functions.json. */
const SIGNATURES: Readonly<Record<string, readonly string[]>> = {
  LOCATTR: ['lat', 'lng', 'variables'],
  LOCATTR_ADDRESS: ['address', 'pincode', 'variables'],
  LOCSCORE: ['model', 'address', '[date]', '[custom_variables]'],
  LOCSCORE_COORDS: ['model', 'lat', 'lng', '[date]', '[custom_variables]'],
  LOCVARS: ['names', 'values'],
  LOCCATALOG: ['[search]'],
};

export const FUNCTION_NAMES: readonly string[] = Object.keys(SIGNATURES);

/** `LOCATTR needs 3 arguments: lat, lng, variables.` Undefined if the count is right. */
export function countFault(id: string, count: number): string | undefined {
  const parameters = SIGNATURES[id] ?? [];
  const required = parameters.filter((parameter) => !parameter.startsWith('[')).length;
  if (count >= required && count <= parameters.length) return undefined;
  const counts =
    required === parameters.length ? `${required}` : `${required} to ${parameters.length}`;
  const noun = counts === '1' ? 'argument' : 'arguments';
  return `${id} needs ${counts} ${noun}: ${parameters.join(', ')}.`;
}
