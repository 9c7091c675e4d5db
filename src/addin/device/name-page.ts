import type { DescribedName, OtherField } from '../../engine/catalogue/catalogue-entry';
import { isAttributeName } from '../../engine/contract/attribute-name';

/** This many names are written and read in a few milliseconds. */
export const NAMES_PER_PAGE = 1_000;

/** Names as one text, which is faster to write and read than a record each. */
export function packNames(names: readonly DescribedName[]): string {
  return JSON.stringify(names.map(packed));
}

/** Undefined if the text is not a page. Entries that are not names are left out and counted. */
export function unpackNames(
  text: unknown,
): { readonly names: readonly DescribedName[]; readonly damaged: number } | undefined {
  if (typeof text !== 'string') return undefined;
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(rows)) return undefined;
  const names = rows.map(unpacked).filter((name) => name !== undefined);
  return { names, damaged: rows.length - names.length };
}

export function joinNames(names: readonly string[]): string {
  return names.join(' ');
}

/** Empty for anything but a text. Entries that are not names are left out. */
export function splitNames(text: unknown): readonly string[] {
  return typeof text === 'string' ? text.split(' ').filter(isAttributeName) : [];
}

/** Name, title, unit, description, then column and text of each other field. */
type PackedName = readonly (string | null)[];

function packed({ name, title, unit, description, others = [] }: DescribedName): PackedName {
  const fields = others.flatMap(({ column, text }) => [column, text]);
  return [name, title ?? null, unit ?? null, description ?? null, ...fields];
}

function unpacked(row: unknown): DescribedName | undefined {
  if (!Array.isArray(row) || !row.every(isFieldText)) return undefined;
  const [name, title, unit, description, ...fields] = row as PackedName;
  if (typeof name !== 'string' || !isAttributeName(name)) return undefined;
  const others: OtherField[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [column, text] = [fields[index], fields[index + 1]];
    if (typeof column === 'string' && typeof text === 'string') others.push({ column, text });
  }
  return {
    name,
    ...(isSaid(title) && { title }),
    ...(isSaid(unit) && { unit }),
    ...(isSaid(description) && { description }),
    ...(others.length > 0 && { others }),
  };
}

function isFieldText(field: unknown): boolean {
  return field === null || typeof field === 'string';
}

function isSaid(text: string | null | undefined): text is string {
  return typeof text === 'string' && text !== '';
}
