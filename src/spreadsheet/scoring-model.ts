/** A scoring model as a workbook knows it. */
export interface WorkbookModel {
  /** What formulas call it. Unique in its workbook, whatever the case. */
  readonly alias: string;
  /** The service's own identifier. */
  readonly modelId: string;
  readonly note: string;
  /** What the model wants to know beside the place, in the person's order. */
  readonly variables: readonly ModelVariable[];
}

export type ModelVariable = NumberVariable | TextVariable;

export interface NumberVariable {
  readonly name: string;
  readonly kind: 'number';
  /** Finite. Left out: it must be given. */
  readonly fallback?: number;
}

export interface TextVariable {
  readonly name: string;
  readonly kind: 'text';
  /** Not empty. Left out: it must be given. */
  readonly fallback?: string;
}
