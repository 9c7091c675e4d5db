/** An example of an argument of this name; together they make a call that calculates. */
export function exampleOf(parameter: string): string {
  return EXAMPLES[parameter] ?? '';
}

const EXAMPLES: Readonly<Record<string, string>> = {
  lat: '12.9352',
  lng: '77.6245',
  variables: '"w_pop_tt"',
  address: '"Koramangala, Bengaluru"',
  pincode: '"560034"',
  model: '"store-potential"',
  date: '"2026-11-21"',
  custom_variables: 'LOCVARS(D1:F1,D2:F2)',
  names: 'D1:F1',
  values: 'D2:F2',
  search: '"people"',
};

/** Names Univer's category of user functions "Locus", since it holds only ours. */
export function withLocusCategory<Texts extends object>(texts: Texts): Texts {
  const formulas = fieldOf(texts, FORMULAS);
  const functionType = { ...fieldOf(formulas, 'functionType'), user: 'Locus' };
  return { ...texts, [FORMULAS]: { ...formulas, functionType } };
}

const FORMULAS = 'sheets-formula-ui';

function fieldOf(texts: object, name: string): object {
  return (texts as Record<string, object | undefined>)[name] ?? {};
}
