import { readName, wordsOf } from './name-reading';

/** An attribute name that is known here, with what is known of it. */
export interface CatalogueEntry extends DescribedName {
  /** `contract`: spelt out there. `imported`: by a person. `learned`: seen in a reply. */
  readonly origin: NameOrigin;
}

export type NameOrigin = 'contract' | 'imported' | 'learned';

/** A name as somebody who knows describes it. What is not said is left out, never empty. */
export interface DescribedName {
  readonly name: string;
  readonly title?: string;
  readonly unit?: string;
  readonly description?: string;
  /** Whatever else the list says of it. */
  readonly others?: readonly OtherField[];
}

export interface OtherField {
  /** The column's header. */
  readonly column: string;
  readonly text: string;
}

/** What is known of a name, on a line: what somebody wrote, else what its parts say. */
export function aboutOf({ name, title, unit, description }: DescribedName): string {
  const head = title ?? wordsOf(readName(name));
  const measured = unit === undefined ? head : `${head} (${unit})`.trim();
  return [measured, description].filter((part) => part !== undefined && part !== '').join(': ');
}
