/**
 * What a click may spend, in the words that stand beside it. Whatever makes the pane spend takes one,
 * so that a new button whose price nobody sees does not compile.
 */
export class ShownPrice {
  constructor(
    /** At most so many. */
    readonly calls: number,
    readonly text: string,
  ) {}

  /** For a step that asks nothing new. */
  static readonly none = new ShownPrice(0, '');
}
