/** What became of the last change, and what can be done about it. */
export interface Notice {
  readonly tone: 'good' | 'bad';
  readonly text: string;
  readonly action?: { readonly title: string; run(): void };
}
