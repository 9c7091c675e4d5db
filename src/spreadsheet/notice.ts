/** What became of the last change, and what can be done about it. */
export interface Notice {
  readonly tone: 'good' | 'bad';
  readonly text: string;
  readonly action?: { readonly title: string; run(): void };
  /** Nothing has been done yet: the action is the yes. */
  readonly isQuestion?: boolean;
}
