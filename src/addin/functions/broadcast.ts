import { refused } from '../../engine/places/fault';
import type { Faulty } from '../../engine/places/fault';
import { countOf } from './grid';
import type { Size } from './grid';

/** An argument that must be a single cell, or as large as the others. */
export interface Sized extends Size {
  /** What a person calls it: `latitude`. */
  readonly label: string;
}

/** The size that all arguments have or stretch to, or a fault that names the two that differ. */
export function commonSize(arguments_: readonly Sized[]): Size | Faulty {
  const ranges = arguments_.filter((argument) => countOf(argument) > 1);
  const [first] = ranges;
  if (first === undefined) return { rows: 1, columns: 1 };
  const other = ranges.find(
    ({ rows, columns }) => rows !== first.rows || columns !== first.columns,
  );
  if (other === undefined) return { rows: first.rows, columns: first.columns };
  const finding = `${capital(first.label)} is ${sizeText(first)} and ${other.label} ${sizeText(other)}`;
  return refused(finding, 'make them the same size, or use a single cell for one');
}

/** `3 x 1`, rows first. */
export function sizeText({ rows, columns }: Size): string {
  return `${String(rows)} x ${String(columns)}`;
}

function capital(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
