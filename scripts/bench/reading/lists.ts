import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CellContent } from '../../../src/engine/places/cell';
import type { PincodeRule } from '../../../src/engine/places/pincode';

/** A list as people have it, with what is right; test/places/lists/README.md says how it is written. */
export interface KnownList {
  /** `headers.txt:12`, the line of what is right. */
  readonly at: string;
  /** The file it stands in: a class of lists. */
  readonly kind: string;
  readonly title: string;
  readonly rows: readonly (readonly CellContent[])[];
  /** What the command line does; the pane does the same, or asks as well, unless the list says otherwise. */
  readonly right: string;
  readonly inPane: string;
  readonly pincodes: PincodeRule;
  /** What is wanted; undefined for attributes, or a score where only that can be asked for. */
  readonly wanted: 'attributes' | 'scores' | undefined;
  /** What becomes of some rows, by their index: what is sent, or why nothing is. */
  readonly outcomes: ReadonlyMap<number, string>;
}

export const LISTS_FOLDER = 'test/places/lists';

export function knownLists(folder: string): readonly KnownList[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .flatMap((name) => listsIn(basename(name), readFileSync(join(folder, name), 'utf8')));
}

/** Blank lines stand between lists. @throws Error for a list without what is right. */
export function listsIn(name: string, text: string): readonly KnownList[] {
  const lines = text.split('\n');
  const lists: KnownList[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at] === '') continue;
    const end = lines.indexOf('', at);
    const until = end < 0 ? lines.length : end;
    lists.push(...readBlock(name, at, lines.slice(at, until)));
    at = until;
  }
  return lists;
}

function readBlock(name: string, at: number, lines: readonly string[]): readonly KnownList[] {
  const right = lines.findIndex((line) => line.startsWith('> '));
  // Some words about a file stand above its first list.
  if (right < 0 && lines.every((line) => line.startsWith('# '))) return [];
  if (right < 0) throw new Error(`${name}:${at + 1} has no line that says what is right: "> …"`);
  const head = lines.slice(0, right);
  const wanted = (lines[right] ?? '').slice(2);
  const next = lines[right + 1] ?? '';
  const inPane = next.startsWith('pane> ') ? next.slice(6) : undefined;
  const options = head.filter((line) => line.startsWith('! ')).map((line) => line.slice(2));
  const rows = lines.slice(right + (inPane === undefined ? 1 : 2));
  const kind = name.replace(/\.txt$/, '');
  const title = head
    .filter((line) => line.startsWith('# '))
    .map((line) => line.slice(2))
    .join(' ');
  const list = (rows: readonly string[], line: number): KnownList => {
    const read = rows.map(rowIn);
    const width = Math.max(0, ...read.map(({ cells }) => cells.length));
    return {
      at: `${name}:${line + 1}`,
      kind,
      title,
      rows: read.map(({ cells }) => [
        ...cells,
        ...new Array<null>(width - cells.length).fill(null),
      ]),
      right: wanted,
      inPane: inPane ?? wanted.replace(/^(asks|refuses).*/, '$1'),
      pincodes: options.includes('pincodes any') ? 'any' : 'india',
      wanted: (['attributes', 'scores'] as const).find((each) => options.includes(each)),
      outcomes: new Map(
        read.flatMap(({ outcome }, index) => (outcome === undefined ? [] : [[index, outcome]])),
      ),
    };
  };
  const split = rows.indexOf('---');
  if (split < 0) return [list(rows, at + right)];
  // A table of small lists: each row below the line is one, below the rows above it.
  const above = rows.slice(0, split);
  return rows
    .slice(split + 1)
    .map((row, index) =>
      list([...above, row], at + lines.length - rows.length + split + 1 + index),
    );
}

interface WrittenRow {
  readonly cells: readonly CellContent[];
  readonly outcome: string | undefined;
}

function rowIn(line: string): WrittenRow {
  const [, written = line, outcome] = /^(.*?) *=> (.*)$/.exec(line) ?? [];
  const cells: CellContent[] = [];
  for (const [all, quoted, plain = ''] of written.matchAll(CELL)) {
    if (all === '' && cells.length > 0 && !written.endsWith('|')) break;
    cells.push(quoted === undefined ? cellOf(plain.trim()) : (JSON.parse(quoted) as string));
  }
  return { cells, outcome };
}

/** A text between double quotes is JSON's. */
const CELL = /(?:^|(?<=\|)) *(?:("(?:[^"\\]|\\.)*") *(?=\||$)|([^|]*))/g;

/** What reads as a number is one, unless an apostrophe stands before it. */
function cellOf(text: string): CellContent {
  if (text === '') return null;
  if (text.startsWith("'")) return text.slice(1);
  if (text === 'TRUE' || text === 'FALSE') return text === 'TRUE';
  if (/^#[A-Z/0]{3,}[!?]?$/.test(text)) return { error: text };
  return Number.isFinite(Number(text)) ? Number(text) : text;
}
