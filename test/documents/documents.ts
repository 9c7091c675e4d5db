import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(__dirname, '../..');

/** Every page of the project, by its path from the root. */
export const documents: readonly string[] = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  'clients/python/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];

export function textOf(document: string): string {
  return readFileSync(join(root, document), 'utf8');
}

/** A fenced block of code. */
export interface CodeBlock {
  /** "" for none. */
  readonly language: string;
  readonly code: string;
}

export function codeBlocks(document: string): CodeBlock[] {
  const found = textOf(document).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm);
  return [...found].map(([, language = '', code = '']) => ({ language, code }));
}
