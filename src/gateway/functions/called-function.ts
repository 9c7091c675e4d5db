import { exactJsonIn, isRecord, ownField } from '../../engine/contract/json-checks';
import { isBlankOrZero } from '../../engine/places/cell';
import { modelIdFault } from '../../engine/contract/paths';
import { isWhole } from '../../engine/contract/request-fields';
import type { PincodeRule } from '../../engine/places/pincode';
import type { ErrorReply } from '../json-reply';
import { MOST_NAMES, readLine, type Wanted } from '../question-reading';

/** The function that a warehouse calls: attributes by their names, or a model's score. */
export interface CalledFunction {
  readonly by: 'coordinates' | 'address';
  readonly asks:
    | { readonly kind: 'names'; readonly names: readonly string[] }
    | { readonly kind: 'model'; readonly model: string };
}

/**
 * Reads which function is called, from the query and from BigQuery's context. If both say it, they
 * must agree.
 */
export function readFunction(
  query: URLSearchParams,
  context: unknown,
): CalledFunction | { readonly fault: ErrorReply } {
  if (context !== undefined && context !== null && !isRecord(context)) {
    return fault('userDefinedContext must be an object of texts.');
  }
  const given: Partial<Record<Field, string>> = {};
  for (const field of FIELDS) {
    const inContext = ownField(context, field) ?? undefined;
    if (inContext !== undefined && typeof inContext !== 'string') {
      return fault(`userDefinedContext: ${field} must be a text.`);
    }
    const all = [...query.getAll(field), ...(inContext === undefined ? [] : [inContext])];
    const [first, ...others] = all;
    if (others.some((each) => each !== first))
      return fault(`${field} is given twice, differently.`);
    if (first !== undefined && first.trim() !== '') given[field] = first.trim();
  }
  const { by, names, model } = given;
  if (by !== 'coordinates' && by !== 'address') {
    return fault('Say what a row holds: by=coordinates or by=address.');
  }
  if (names !== undefined && model !== undefined) return fault('Give names or model, not both.');
  if (model !== undefined) {
    if (modelIdFault(model) !== undefined) return fault('model is no identifier of a model.');
    return { by, asks: { kind: 'model', model } };
  }
  if (names === undefined) return fault('Give names=a,b for attributes, or model=ID for a score.');
  return readNames(by, names);
}

/**
 * Reads a row: lat and lng, or address and pincode (only the address for a score). For a score, an
 * optional date and optional custom variables as JSON text follow.
 */
export function readRow(called: CalledFunction, row: unknown, pincodes: PincodeRule): Wanted {
  if (!Array.isArray(row)) return invalid('A row must be a list of arguments.');
  const args: readonly unknown[] = row;
  const isScore = called.asks.kind === 'model';
  const places = called.by === 'coordinates' ? ['lat', 'lng'] : ['address', 'pincode'];
  if (isScore && called.by === 'address') places.pop();
  const parameters = isScore ? [...places, 'date', 'custom_variables'] : places;
  // An address may contain its pincode.
  const fewest = called.by === 'address' ? 1 : 2;
  if (args.length < fewest || args.length > parameters.length) {
    return invalid(`A row must hold ${listed(parameters, fewest)}; this one has ${args.length}.`);
  }
  const fields: Record<string, unknown> = {};
  for (const [index, name] of parameters.entries()) {
    const value = args[index] ?? null;
    if (typeof value === 'string' && !isWhole(value)) {
      return invalid(`${name} has a broken character (U+FFFD, or half of a pair).`);
    }
    fields[name] = value;
  }
  if (isScore) {
    const variables = readVariables(fields['custom_variables']);
    if (variables === 'faulty') return invalid('custom_variables must be a JSON object.');
    fields['custom_variables'] = variables;
  }
  // The address then has to contain its pincode, as in LOCATTR_ADDRESS(B2,B2,…).
  const { address, pincode } = fields;
  if (!isScore && pincodes === 'india' && isBlankOrZero(pincode) && typeof address === 'string') {
    fields['pincode'] = address;
  }
  return called.asks.kind === 'model'
    ? readLine({ ...fields, model: called.asks.model }, pincodes)
    : readLine({ ...fields, variables: called.asks.names }, pincodes);
}

function readNames(
  by: CalledFunction['by'],
  text: string,
): CalledFunction | { readonly fault: ErrorReply } {
  const names = [...new Set(text.split(',').map((name) => name.trim().toLowerCase()))];
  if (names.length > MOST_NAMES) return fault(`names may have at most ${MOST_NAMES} names.`);
  const isOdd = names.some((name) => !/^[a-z0-9_]{1,200}$/.test(name));
  if (isOdd) return fault('names must be letters, digits and underscores, with commas between.');
  return { by, asks: { kind: 'names', names } };
}

/** An engine without a JSON type sends the variables as text. */
function readVariables(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  if (value.trim() === '') return undefined;
  const json = exactJsonIn(value);
  if (json === null) return undefined;
  return isRecord(json) ? json : 'faulty';
}

/** `lat, lng and optionally date, custom_variables`. */
function listed(parameters: readonly string[], fewest: number): string {
  const needed = parameters.slice(0, fewest).join(', ');
  const others = parameters.slice(fewest).join(', ');
  return others === '' ? needed : `${needed} and optionally ${others}`;
}

function fault(message: string): { readonly fault: ErrorReply } {
  return { fault: { status: 400, message } };
}

function invalid(message: string): Wanted {
  return { kind: 'error', error: { status: 400, message } };
}

const FIELDS = ['by', 'names', 'model'] as const;
type Field = (typeof FIELDS)[number];
