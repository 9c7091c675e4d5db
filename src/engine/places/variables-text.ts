import type { CustomValue, CustomVariables } from '../lookup';
import { isNoValue } from './blank-words';
import type { Cell } from './cell';
import { BLANK, read, faulty, unusable } from './fault';
import type { Reading } from './fault';
import { quotation } from '../language/quotation';
import { exactJsonIn, jsonIn, ownField } from '../contract/json-checks';

/** Reads custom variables from JSON text: one object of numbers, text, true and false. */
export function parseVariables(text: string): Reading<CustomVariables> {
  const parsed = jsonIn(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    const finding = "The custom variables aren't a JSON object";
    return faulty(finding, `use the form ${EXAMPLE}`);
  }
  const entries: [string, CustomValue][] = [];
  const exact = exactJsonIn(text);
  for (const [name, rounded] of Object.entries(parsed)) {
    const value: unknown = isRounded(rounded, text) ? ownField(exact, name) : rounded;
    if (name.trim() === '') return faulty('A custom variable has no name', 'name it');
    const isNumber = typeof value === 'number' && Number.isFinite(value);
    if (typeof value === 'string' || typeof value === 'boolean' || isNumber) {
      entries.push([name, value]);
      continue;
    }
    const finding = `The custom variable "${quotation(name)}" is ${kindOf(value)}`;
    return faulty(finding, 'use a number or text');
  }
  const twice = nameTwice(text);
  if (twice !== undefined) return duplicated(twice);
  return entries.length === 0 ? BLANK : read(variablesOf(entries));
}

const EXAMPLE = '{"floor_area": 850}';

/**
 * Whether JSON.parse has rounded a whole number beyond 2^53 to its neighbour. A long ID would
 * become another one, so its digits are sent.
 */
function isRounded(value: unknown, text: string): boolean {
  if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return false;
  return !text.replaceAll('+', '').includes(String(value).replace('+', ''));
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value === null) return 'null';
  return typeof value === 'number' ? 'too large a number' : 'an object';
}

/**
 * Returns a name that occurs twice, of which JSON.parse silently keeps only the last. In the text
 * of an object with plain values, a string before a colon is a name.
 */
function nameTwice(text: string): string | undefined {
  const names = new Set<string>();
  for (const [, literal = '""', after] of text.matchAll(STRING)) {
    if (after !== ':') continue;
    const name = JSON.parse(literal) as string;
    if (names.has(name)) return name;
    names.add(name);
  }
  return undefined;
}

/** Each match takes a whole string, so that a colon inside one is skipped. */
const STRING = /("[^"\\]*(?:\\.[^"\\]*)*")\s*([:,}])/g;

/** The cell with a variable's name, and the cell with its value. */
export type Pair = readonly [name: Cell, value: Cell];

/**
 * Reads pairs as one set. A pair without a value is left out. A value without a name, and a name
 * that occurs twice, is a fault.
 */
export function readPairs(pairs: readonly Pair[]): Reading<CustomVariables> {
  const variables = new Map<string, CustomValue>();
  const names = new Set<string>();
  for (const [nameCell, valueCell] of pairs) {
    const name = readVariableName(nameCell);
    if (name.kind === 'fault') return name;
    const value = readValue(name.kind === 'read' ? name.value : '', valueCell);
    if (value.kind === 'fault') return value;
    if (name.kind === 'blank') {
      // A blank value may arrive as 0.
      if (value.kind === 'blank' || value.value === 0) continue;
      return faulty('A custom variable has a value but no name', 'name it, or clear the value');
    }
    if (names.has(name.value)) return duplicated(name.value);
    names.add(name.value);
    if (value.kind === 'read') variables.set(name.value, value.value);
  }
  return variables.size === 0 ? BLANK : read(variablesOf(variables));
}

/** Nobody can tell which of two values for one name was meant. */
function duplicated(name: string): Reading<CustomVariables> {
  return faulty(`The custom variable "${quotation(name)}" is listed twice`, 'remove one');
}

/** `fromEntries` treats `__proto__` as a name like any other. */
function variablesOf(entries: Iterable<readonly [string, CustomValue]>): CustomVariables {
  return Object.fromEntries(entries);
}

/** Desktop Excel passes a blank cell as 0. Any other number may be a name of digits. */
function readVariableName(cell: Cell): Reading<string> {
  if (cell.kind === 'text') return read(cell.text);
  if (cell.kind === 'number' && cell.number !== 0) return read(String(cell.number));
  if (cell.kind === 'blank' || cell.kind === 'number') return BLANK;
  return unusable("A custom variable's name", cell, 'use text');
}

/** A 0 stays a value: a model may use it, and a blank cell that arrives as 0 looks the same. */
function readValue(name: string, cell: Cell): Reading<CustomValue> {
  if (cell.kind === 'blank') return BLANK;
  if (cell.kind === 'number') return read(cell.number);
  if (cell.kind === 'boolean') return read(cell.boolean);
  if (cell.kind === 'text') return isNoValue(cell.text) ? BLANK : read(cell.text);
  const label =
    name === '' ? "A custom variable's value" : `The custom variable "${quotation(name, 20)}"`;
  return unusable(label, cell, 'use a number or text');
}
