import type { ColumnRole } from '../engine/places/header-words';
import { UsageError } from './exit-code';

/** The columns of the places, by name or number. If none is named, they are detected. */
export type NamedColumns = Readonly<Partial<Record<ColumnRole, string>>>;

/**
 * Finds a column by its name, with or without regard to case and surrounding spaces, or by its
 * number from 1.
 *
 * @throws UsageError
 */
export function columnOf(columns: readonly string[], named: string): number {
  const plain = named.trim().toLowerCase();
  const numbers = columns.map((_, index) => index);
  const exact = numbers.filter((index) => columns[index] === named);
  const alike = numbers.filter((index) => columns[index]?.trim().toLowerCase() === plain);
  const [found, ...others] = exact.length > 0 ? exact : alike;
  if (found !== undefined && others.length === 0) return found;
  if (found !== undefined) {
    const places = [found, ...others].map((index) => String(index + 1)).join(', ');
    throw new UsageError(`Columns ${places} are called “${named}”. Name one by its number.`);
  }
  const number = /^\d+$/.test(plain) ? Number(plain) : 0;
  if (number >= 1 && number <= columns.length) return number - 1;
  const list = columns.map((column) => `“${column}”`).join(', ');
  throw new UsageError(`There is no column “${named}”. The columns are ${list}.`);
}
