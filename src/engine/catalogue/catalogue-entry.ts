/** A known attribute name, with what is known about it. */
export interface CatalogueEntry extends DescribedName {
  /**
   * `contract`: stated there. `imported`: by a person. `team`: listed by their gateway for
   * everybody. `learned`: seen in a reply.
   */
  readonly origin: NameOrigin;
}

export type NameOrigin = 'contract' | 'imported' | 'team' | 'learned';

/** A name as a person's list describes it. A missing detail is left out, never empty. */
export interface DescribedName {
  readonly name: string;
  readonly title?: string;
  readonly unit?: string;
  readonly description?: string;
  /** Whatever else the list says about it. */
  readonly others?: readonly OtherField[];
}

export interface OtherField {
  /** The column's header. */
  readonly column: string;
  readonly text: string;
}
