/** A scoring model as a workbook knows it. */
export interface WorkbookModel {
  /** What formulas call it. Unique in its workbook, regardless of case. */
  readonly alias: string;
  /** The service's own identifier. */
  readonly modelId: string;
  readonly note: string;
  /** What the model needs besides the place, in the person's order. */
  readonly variables: readonly ModelVariable[];
}

export type ModelVariable = NumberVariable | TextVariable;

export interface NumberVariable {
  readonly name: string;
  readonly kind: 'number';
  /** Finite. Left out: the formula must give a value. */
  readonly fallback?: number;
}

export interface TextVariable {
  readonly name: string;
  readonly kind: 'text';
  /** Not empty. Left out: the formula must give a value. */
  readonly fallback?: string;
}
