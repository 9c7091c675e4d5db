import { ownField } from '../engine/contract/json-checks';
import type { CustomFunction } from './async-function';

/** A custom function with its description from the metadata. */
export interface DescribedFunction extends CustomFunction {
  readonly description: string;
  readonly parameters: readonly FunctionParameter[];
}

export interface FunctionParameter {
  readonly name: string;
  readonly description: string;
  readonly isOptional: boolean;
}

/** The functions by ID, as their module exports them. */
export type FunctionExports = Readonly<Record<string, CustomFunction['run']>>;

/**
 * Joins the functions with functions.json, the description that Excel reads too: ids, help and
 * which parameters are optional. Leaves out functions that are not exported, and details that the
 * file does not give; never throws.
 */
export function describeFunctions(
  exported: FunctionExports,
  metadata: unknown,
): readonly DescribedFunction[] {
  return listOf(metadata, 'functions').flatMap((entry) => {
    const id = textOf(entry, 'id').toUpperCase();
    const run = Object.hasOwn(exported, id) ? exported[id] : undefined;
    if (run === undefined) return [];
    const parameters = listOf(entry, 'parameters').map((parameter) => ({
      name: textOf(parameter, 'name'),
      description: textOf(parameter, 'description'),
      isOptional: ownField(parameter, 'optional') === true,
    }));
    return [{ id, run, description: textOf(entry, 'description'), parameters }];
  });
}

function listOf(value: unknown, name: string): readonly unknown[] {
  const list = ownField(value, name);
  return Array.isArray(list) ? (list as unknown[]) : [];
}

function textOf(value: unknown, name: string): string {
  const text = ownField(value, name);
  return typeof text === 'string' ? text : '';
}

/**
 * Returns an example of an argument with this name. Together, the examples make a call that works.
 */
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
  lat1: '12.9352',
  lng1: '77.6245',
  lat2: '19.0760',
  lng2: '72.8777',
  lats: 'D2:D9',
  lngs: 'E2:E9',
  labels: 'C2:C9',
};

/** Names Univer's category of user functions "Locus", because it has only ours. */
export function withLocusCategory<Texts extends object>(texts: Texts): Texts {
  const formulas = ownField(texts, FORMULAS) as object;
  const functionType = { ...(ownField(formulas, 'functionType') as object), user: 'Locus' };
  return { ...texts, [FORMULAS]: { ...formulas, functionType } };
}

const FORMULAS = 'sheets-formula-ui';
