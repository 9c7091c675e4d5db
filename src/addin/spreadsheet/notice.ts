/** The outcome of the last change, and what a person can do about it. */
export interface Notice {
  readonly tone: 'good' | 'bad';
  readonly text: string;
  readonly action?: { readonly title: string; run(): void };
  /** Nothing has been done yet: the action says yes. */
  readonly isQuestion?: boolean;
}
