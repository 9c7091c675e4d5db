import type { SourceTree } from './source-tree';

const MAX_LINES = 500;
const NAMES_OF_NOTHING = /^(utils?|helpers?|commons?|shared|types?|misc|lib)$/i;
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.d)?\.tsx?$/;
const PASCAL_CASE = /^([A-Z][a-z0-9]*)+\.tsx$/;

/** Files that are named after no noun, named against the custom, or too long; a line each. */
export function fileViolations(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, text]) => {
    const complaints: string[] = [];
    const parts = path.split('/').map((part) => part.replace(/\..*$/, ''));
    const nothing = parts.find((part) => NAMES_OF_NOTHING.test(part));
    if (nothing !== undefined) complaints.push(`"${nothing}" is not the name of a thing`);
    const file = path.slice(path.lastIndexOf('/') + 1);
    if (!KEBAB_CASE.test(file) && !PASCAL_CASE.test(file)) {
      complaints.push('is neither kebab-case.ts nor PascalCase.tsx');
    }
    const lines = text.split('\n').length - 1;
    if (lines > MAX_LINES) complaints.push(`has ${lines} lines, more than ${MAX_LINES}`);
    return complaints.map((complaint) => `${path}: ${complaint}`);
  });
}
