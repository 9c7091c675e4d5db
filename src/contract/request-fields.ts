import * as z from 'zod/mini';
import { isRecord, ownField } from './checked';
import { MAX_LATITUDE, MAX_LONGITUDE, MAX_VARIABLES_PER_CALL } from './limits';

/** Where a request asks about, as the wire knows it. An engine's Place fits. */
export type RequestPlace =
  | { readonly kind: 'coordinates'; readonly lat: number; readonly lng: number }
  | { readonly kind: 'address'; readonly address: string; readonly pincode: string };

/** What a client supplies to a model of its own. */
export type RequestCustomVariables = Readonly<Record<string, string | number>>;

/** The form of an attribute name: lower-case words and digits joined by underscores. */
const NAME_PATTERN = /^[a-z0-9_]+$/;

/** Both coordinates are degrees within the contract's bounds. */
export const coordinateFields = {
  lat: degrees('lat', MAX_LATITUDE),
  lng: degrees('lng', MAX_LONGITUDE),
};

export const addressField = z
  .string('address must be a text.')
  .check(z.refine((text) => text.trim() !== '', 'address must not be empty.'));

/** A comma-separated list of 1 to 50 names without spaces. Repeated names are not looked at. */
export const variablesField = z
  .string('variables must be a text: names with commas between them.')
  .check(
    z.superRefine((text, context) => {
      const reason = variablesProblem(text.split(','));
      if (reason !== undefined) context.addIssue(reason);
    }),
  );

/** Sent as written; see service-in-practice on what the contract says of its other use. */
export const dateField = z
  .string('date must be a text.')
  .check(
    z.refine(
      (text) => text.split(',').length <= MAX_VARIABLES_PER_CALL,
      `date may hold at most ${MAX_VARIABLES_PER_CALL} parts with commas between them.`,
    ),
  );

export const keyField = z
  .string('key must be a text.')
  .check(z.refine((text) => text.trim() !== '', 'key must not be empty.'));

/** The object itself is passed on, not a copy: a copy would lose a variable called `__proto__`. */
export const customVariablesField = z.custom<RequestCustomVariables>(
  isCustomVariables,
  'custom_variables must be an object of numbers and texts.',
);

/** The contract tells its variants apart by the fields sent; this tells when it could not. */
export function variantProblem(json: unknown): string | undefined {
  if (!isRecord(json)) return 'The body must be a JSON object.';
  const hasCoordinates = isGiven(json, 'lat') || isGiven(json, 'lng');
  const hasAddress = isGiven(json, 'address');
  if (hasCoordinates && hasAddress) return 'Send either lat and lng, or address, but not both.';
  if (!hasCoordinates && !hasAddress) return 'Send lat and lng, or address.';
  return undefined;
}

/** Whether a body has a field; null counts as left out. */
export function isGiven(json: unknown, name: string): boolean {
  return (ownField(json, name) ?? null) !== null;
}

function degrees(name: string, bound: number) {
  const rule = `${name} must be a number between -${bound} and ${bound}.`;
  return z.number(rule).check(z.refine((degrees) => Math.abs(degrees) <= bound, rule));
}

function variablesProblem(names: readonly string[]): string | undefined {
  if (names.length > MAX_VARIABLES_PER_CALL) {
    return `variables may hold at most ${MAX_VARIABLES_PER_CALL} names; there are ${names.length}.`;
  }
  const position = names.findIndex((name) => !NAME_PATTERN.test(name)) + 1;
  if (position === 0) return undefined;
  return `variables: name ${position} must be lower-case letters, digits and underscores, without spaces.`;
}

function isCustomVariables(value: unknown): boolean {
  return (
    isRecord(value) &&
    Object.values(value).every((each) => typeof each === 'string' || Number.isFinite(each))
  );
}
