/**
 * What a click may spend, in the words that the pane shows beside the button. Every function that
 * makes the pane spend takes one, so that a new button without a shown price does not compile.
 */
export class ShownPrice {
  constructor(
    /** Maximum number of calls. */
    readonly calls: number,
    readonly text: string,
  ) {}

  /** For a step that asks nothing new. */
  static readonly none = new ShownPrice(0, '');
}
