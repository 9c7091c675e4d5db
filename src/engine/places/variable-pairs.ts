import type { CustomValue, CustomVariables } from '../lookup';
import type { Cell } from './cell';
import { BLANK, read, refused, unusable } from './fault';
import type { Reading } from './fault';
import { isNoValue } from './blank-words';
import { quotation } from '../language/quotation';

/** A name and its value. */
export type Pair = readonly [name: Cell, value: Cell];

/**
 * Reads pairs as one set. Leaves out a pair without a value, and refuses a value without a name.
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
      return refused('A custom variable has a value but no name', 'name it, or clear the value');
    }
    if (names.has(name.value)) return duplicated(name.value);
    names.add(name.value);
    if (value.kind === 'read') variables.set(name.value, value.value);
  }
  return variables.size === 0 ? BLANK : read(variablesOf(variables));
}

/** Two values for one name: nobody can tell which was meant. */
export function duplicated(name: string): Reading<CustomVariables> {
  return refused(`The custom variable "${quotation(name)}" is listed twice`, 'remove one');
}

/** `fromEntries` makes `__proto__` a name like any other. */
export function variablesOf(entries: Iterable<readonly [string, CustomValue]>): CustomVariables {
  return Object.fromEntries(entries);
}

/** Desktop Excel passes a blank cell as 0. Any other number may be a name of digits. */
function readVariableName(cell: Cell): Reading<string> {
  if (cell.kind === 'text') return read(cell.text);
  if (cell.kind === 'number' && cell.number !== 0) return read(String(cell.number));
  if (cell.kind === 'blank' || cell.kind === 'number') return BLANK;
  return unusable("A custom variable's name", cell, 'use text');
}

/** A 0 counts: a model may use it, and we cannot tell it from a blank cell that arrives as 0. */
function readValue(name: string, cell: Cell): Reading<CustomValue> {
  if (cell.kind === 'blank') return BLANK;
  if (cell.kind === 'number') return read(cell.number);
  if (cell.kind === 'boolean') return read(cell.boolean);
  if (cell.kind === 'text') return isNoValue(cell.text) ? BLANK : read(cell.text);
  const label =
    name === '' ? "A custom variable's value" : `The custom variable "${quotation(name, 20)}"`;
  return unusable(label, cell, 'use a number or text');
}
