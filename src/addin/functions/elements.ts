import type { Question } from '../../engine/lookup';
import type { Fault } from '../../engine/language/cell-fault';
import type { Size } from './argument-grid';

/** One of the values that a formula shows. */
export type Element =
  | { readonly kind: 'blank' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | {
      readonly kind: 'question';
      readonly question: Question;
      /** Why it is not asked, unless its answer is known already. */
      readonly unmet?: Fault;
    };

/** Everything that a formula shows, before anything is asked. */
export interface Elements extends Size {
  /** Rows times columns. */
  readonly count: number;
  /**
   * Called once for each index, in order. Elements of one place follow each other and travel
   * together.
   */
  element(index: number): Element;
  /** The element's index in reading order. */
  position(index: number): number;
}

/** A formula that shows a single error. */
export function oneFault(fault: Fault): Elements {
  return {
    rows: 1,
    columns: 1,
    count: 1,
    element: () => ({ kind: 'fault', fault }),
    position: () => 0,
  };
}

/** Elements that need no asking, in reading order. */
export function plainElements(size: Size, element: (index: number) => Element): Elements {
  const { rows, columns } = size;
  return { rows, columns, count: rows * columns, element, position: (index) => index };
}
