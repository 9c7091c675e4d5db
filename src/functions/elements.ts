import type { Question } from '../lookup';
import type { Fault } from './fault';
import type { Size } from './grid';

/** One of the values that a formula shows. */
export type Element =
  | { readonly kind: 'blank' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'question'; readonly question: Question };

/** All that a formula shows, before anything is asked. */
export interface Elements extends Size {
  /** How many there are: as many as the size has places. */
  readonly count: number;
  /** Called once for each, in order: elements of one place follow each other and travel together. */
  element(index: number): Element;
  /** Where it is shown, counted in reading order. */
  position(index: number): number;
}

/** A formula that is one error as a whole. */
export function oneFault(fault: Fault): Elements {
  return {
    rows: 1,
    columns: 1,
    count: 1,
    element: () => ({ kind: 'fault', fault }),
    position: () => 0,
  };
}

/** What is known without asking, in reading order. */
export function plainElements(size: Size, element: (index: number) => Element): Elements {
  const { rows, columns } = size;
  return { rows, columns, count: rows * columns, element, position: (index) => index };
}
