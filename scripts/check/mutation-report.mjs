import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../command.mjs';

const DOCUMENT = join(root, 'docs/developers/mutation.md');
const START = '<!-- figures: written by scripts/check/mutate.mjs -->';
const END = '<!-- end of figures -->';

/**
 * Writes the figures of the files that a run has mutated to the document's table, in place of their
 * last ones; the other files keep theirs.
 *
 * @param result Stryker's own, as its JSON reporter writes it.
 */
export async function writeMutationScores(result) {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [from, to] = [text.indexOf(START) + START.length, text.indexOf(END)];
  if (from < START.length || to < from) throw new Error(`${DOCUMENT} has no place for figures.`);
  const rows = new Map([...readRows(text.slice(from, to)), ...measuredRows(result)]);
  const files = [...rows.keys()].filter((file) =>
    existsSync(join(root, 'src/engine/lookup', file)),
  );
  const sorted = files.sort().map((file) => [`\`${file}\``, rows.get(file)]);
  const total = sorted.reduce(
    (sum, [, row]) => sum.map((count, index) => count + row[index]),
    NONE,
  );
  const lines = [...sorted, ['**all**', total]].map(([name, row]) => toLine(name, row));
  const day = new Date().toISOString().slice(0, 10);
  const figures = [
    `Last measured on ${day}: **${score(total)} %** of ${count(sum(total))} mutants.`,
    [HEADINGS, '| --- | ---: | ---: | ---: | ---: | ---: |', ...lines].join('\n'),
  ].join('\n\n');
  const whole = [text.slice(0, from), '\n\n', figures, '\n\n', text.slice(to)].join('');
  const options = { ...(await resolveConfig(DOCUMENT)), filepath: DOCUMENT };
  writeFileSync(DOCUMENT, await format(whole, options));
}

/** What a run with `--sample size` has found: the mutants whose number `size` divides. */
export function sampledScore({ files }, size) {
  const sampled = Object.entries(files).map(([path, { mutants }]) => [
    path,
    { mutants: mutants.filter(({ id }) => id % size === 0) },
  ]);
  const rows = measuredRows({ files: Object.fromEntries(sampled) });
  const total = rows.reduce((sums, [, row]) => sums.map((sum, i) => sum + row[i]), NONE);
  const unnoticed = sampled.flatMap(([path, { mutants }]) =>
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(({ location, replacement }) => `${path}:${location.start.line} ${replacement}`),
  );
  return [...unnoticed, HEADINGS, toLine(`one in ${size}`, total)].join('\n');
}

const HEADINGS = '| file | mutants | a test fails | no end | not noticed | score |';
/** A row: how many mutants some test fails for, how many never end, how many no test notices. */
const NONE = [0, 0, 0];

function readRows(table) {
  const rows = table.matchAll(/^\| `([^`]+)` *\|[^|]*\|([^|]*)\|([^|]*)\|([^|]*)\|/gm);
  return [...rows].map(([, file, ...counts]) => [file, counts.map(Number)]);
}

function measuredRows({ files }) {
  return Object.entries(files).map(([path, { mutants }]) => {
    const having = (...statuses) =>
      mutants.filter(({ status }) => statuses.includes(status)).length;
    const row = [having('Killed'), having('Timeout'), having('Survived', 'NoCoverage')];
    return [path.replace('src/engine/lookup/', ''), row];
  });
}

function toLine(name, row) {
  return `| ${[name, ...[sum(row), ...row].map(count), score(row)].join(' | ')} |`;
}

function score(row) {
  const [fails, endless] = row;
  return sum(row) === 0 ? '–' : ((100 * (fails + endless)) / sum(row)).toFixed(1);
}

function sum(row) {
  return row.reduce((total, number) => total + number, 0);
}

function count(number) {
  return number.toLocaleString('en-US');
}
