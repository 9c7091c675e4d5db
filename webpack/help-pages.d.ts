import type { CellMessages } from './cell-messages';

export interface HelpPage {
  /** Within the build's folder: `help/LOCATTR.html`. */
  readonly path: string;
  readonly text: string;
}

export interface HelpSources {
  /** What functions.json holds. */
  readonly metadata: { readonly functions: readonly HelpedFunction[] };
  /** What assets/help/words.json holds. */
  readonly words: unknown;
  /** The rows of the table of formulas. */
  readonly rows: readonly unknown[];
  readonly messages: readonly CellMessages[];
  readonly style: string;
}

export interface HelpedFunction {
  readonly id: string;
  readonly description: string;
  readonly helpUrl: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly description: string;
    readonly optional?: boolean;
  }[];
}

export function helpPages(sources: HelpSources): readonly HelpPage[];
