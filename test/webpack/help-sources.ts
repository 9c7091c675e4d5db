import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateCustomFunctionsMetadata } from 'custom-functions-metadata';
import { readCellMessages } from '../../webpack/cell-messages';
import type { HelpSources } from '../../webpack/help-pages';
import { readFormulaTable } from '../addin/functions/formula-table';
import type { FormulaRow } from '../addin/functions/formula-table';

/** What people wrote, as far as tests change it. */
export interface HelpWords {
  readonly functions: Readonly<Record<string, { readonly errors: readonly string[] }>>;
}

export interface WrittenSources extends HelpSources {
  readonly words: HelpWords;
  readonly rows: readonly FormulaRow[];
}

const root = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** All that the build makes the help from. */
export async function readHelpSources(): Promise<WrittenSources> {
  const source = join(root, 'src/addin/functions/functions.ts');
  const { metadataJson } = await generateCustomFunctionsMetadata([source]);
  return {
    metadata: JSON.parse(metadataJson) as HelpSources['metadata'],
    words: JSON.parse(read('assets/help/words.json')) as HelpWords,
    rows: readFormulaTable().rows,
    messages: readCellMessages(),
    style: read('assets/help/help.css'),
  };
}
