import type { CustomValue, CustomVariables } from '../lookup';
import { BLANK, read, refused } from './fault';
import type { Reading } from './fault';
import { quotation } from '../language/quotation';
import { duplicated, variablesOf } from './variable-pairs';
import { jsonIn } from '../contract/json-text';

/** Custom variables from JSON text: one object of numbers, text, true and false. */
export function parseVariables(text: string): Reading<CustomVariables> {
  const parsed = jsonIn(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    const finding = "The custom variables aren't a JSON object";
    return refused(finding, `use the form ${EXAMPLE}`);
  }
  const entries: [string, CustomValue][] = [];
  for (const [name, value] of Object.entries(parsed)) {
    if (name.trim() === '') return refused('A custom variable has no name', 'name it');
    if (typeof value === 'string' || typeof value === 'boolean' || isAsWritten(value, text)) {
      entries.push([name, value]);
      continue;
    }
    const finding = `The custom variable "${quotation(name)}" is ${kindOf(value)}`;
    return refused(finding, 'use a number or text');
  }
  const twice = nameTwice(text);
  if (twice !== undefined) return duplicated(twice);
  return entries.length === 0 ? BLANK : read(variablesOf(entries));
}

const EXAMPLE = '{"floor_area": 850}';

/**
 * Beyond 2^53, JSON.parse rounds a whole number to its neighbour: a long id would become another.
 */
function isAsWritten(value: unknown, text: string): value is number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false;
  const isExact = Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return isExact || text.replaceAll('+', '').includes(String(value).replace('+', ''));
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value === null) return 'null';
  return typeof value === 'number' ? 'too large a number' : 'an object';
}

/**
 * A name that occurs twice: JSON.parse silently keeps the last one. In the text of an object with
 * plain values, a string before a colon is a name.
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
