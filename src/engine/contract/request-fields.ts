import { invalid, isRecord, ownField, valid, type Checked } from './json-checks';
import { MAX_LATITUDE, MAX_LONGITUDE, MAX_VARIABLES_PER_CALL } from './limits';

/** The place of a request, as the wire describes it. An engine's Place fits. */
export type RequestPlace =
  | { readonly kind: 'coordinates'; readonly lat: number; readonly lng: number }
  | { readonly kind: 'address'; readonly address: string; readonly pincode: string };

/**
 * Variables that a client supplies to its own model. The contract shows numbers and texts, and
 * leaves the types of values to the model.
 */
export type RequestCustomVariables = Readonly<Record<string, string | number | boolean>>;

/** The form of an attribute name: lower-case words and digits joined by underscores. */
const NAME_PATTERN = /^[a-z0-9_]+$/;
const NAMES_PATTERN = /^[a-z0-9_]+(,[a-z0-9_]+)*$/;

/** Why a body is neither variant: the contract distinguishes them by the fields sent. */
export function variantProblem(body: unknown): string | undefined {
  if (!isRecord(body)) return 'The body must be a JSON object, in UTF-8.';
  const hasCoordinates = isGiven(body, 'lat') || isGiven(body, 'lng');
  const hasAddress = isGiven(body, 'address');
  if (hasCoordinates && hasAddress) return 'Send either lat and lng, or address, but not both.';
  if (!hasCoordinates && !hasAddress) return 'Send lat and lng, or address.';
  return undefined;
}

/** The place in a body of either variant; an address comes without its pincode. */
export function readPlace(body: unknown): Checked<RequestPlace> {
  if (isGiven(body, 'address')) {
    const address = readFilledText(body, 'address');
    if (address.kind === 'invalid') return address;
    return valid({ kind: 'address', address: address.value, pincode: '' });
  }
  const lat = readDegrees(body, 'lat', MAX_LATITUDE);
  if (lat.kind === 'invalid') return lat;
  const lng = readDegrees(body, 'lng', MAX_LONGITUDE);
  if (lng.kind === 'invalid') return lng;
  return valid({ kind: 'coordinates', lat: lat.value, lng: lng.value });
}

/** A text; empty if it is left out or null. */
export function readOptionalText(body: unknown, name: string): Checked<string> {
  const value = ownField(body, name) ?? '';
  if (typeof value !== 'string') return invalid(`${name} must be a text.`);
  return isWhole(value) ? valid(value) : invalid(`${name} ${HAS_BROKEN}`);
}

/** A text with more in it than white space. */
export function readFilledText(body: unknown, name: string): Checked<string> {
  const value = ownField(body, name);
  if (typeof value !== 'string') return invalid(`${name} must be a text.`);
  if (value.trim() === '') return invalid(`${name} must not be empty.`);
  return isWhole(value) ? valid(value) : invalid(`${name} ${HAS_BROKEN}`);
}

/**
 * Whether a text is what somebody wrote. Bytes that are not UTF-8, read as such, leave U+FFFD in
 * place of each: Latin-1's "Café" and "Cafè" both become "Caf\ufffd", one place with one answer.
 * Half a surrogate pair becomes the same when it is sent on.
 */
export function isWhole(text: string): boolean {
  return !BROKEN.test(text);
}

const BROKEN = /[\p{Surrogate}\ufffd]/u;
const HAS_BROKEN = 'has a broken character (U+FFFD, or half of a pair). Send it as UTF-8.';

/** A comma-separated list of names without spaces. Does not check for repeated names. */
export function readVariables(body: unknown, most: number): Checked<readonly string[]> {
  const text = ownField(body, 'variables');
  if (typeof text !== 'string') {
    return invalid('variables must be a text: names separated by commas.');
  }
  const names = text.split(',');
  if (names.length > most) {
    return invalid(`variables may have at most ${most} names; there are ${names.length}.`);
  }
  if (NAMES_PATTERN.test(text)) return valid(names);
  const position = names.findIndex((name) => !NAME_PATTERN.test(name)) + 1;
  const rule = 'must be lower-case letters, digits and underscores, without spaces';
  return invalid(`variables: name ${position} ${rule}.`);
}

/** Sent as written. For the contract's other use of `date`, see service-in-practice. */
export function readDate(body: unknown): Checked<string> {
  const date = readOptionalText(body, 'date');
  if (date.kind === 'invalid' || date.value.split(',').length <= MAX_VARIABLES_PER_CALL) {
    return date;
  }
  return invalid(`date may have at most ${MAX_VARIABLES_PER_CALL} parts, separated by commas.`);
}

/** Passes on the object itself: a copy would lose a variable called `__proto__`. */
export function readCustomVariables(body: unknown): Checked<RequestCustomVariables | undefined> {
  const variables = ownField(body, 'custom_variables') ?? undefined;
  if (variables === undefined) return valid(variables);
  if (!isCustomVariables(variables)) {
    return invalid('custom_variables must be an object of numbers, texts, true and false.');
  }
  const texts = Object.entries(variables).flat().map(String);
  return texts.every(isWhole) ? valid(variables) : invalid(`custom_variables ${HAS_BROKEN}`);
}

/** Whether a body has a field; null counts as left out. */
function isGiven(body: unknown, name: string): boolean {
  return (ownField(body, name) ?? null) !== null;
}

function readDegrees(body: unknown, name: string, bound: number): Checked<number> {
  const degrees = ownField(body, name);
  return typeof degrees === 'number' && Math.abs(degrees) <= bound
    ? valid(degrees)
    : invalid(`${name} must be a number between -${bound} and ${bound}.`);
}

function isCustomVariables(value: unknown): value is RequestCustomVariables {
  return (
    isRecord(value) &&
    Object.values(value).every(
      (each) => typeof each === 'string' || typeof each === 'boolean' || Number.isFinite(each),
    )
  );
}
