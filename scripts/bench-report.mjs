import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './command.mjs';

const DOCUMENT = join(root, 'docs/benchmarks.md');
const START = '<!-- figures: written by npm run bench -->';
const END = '<!-- end of figures -->';

const HEADINGS = [
  'workload',
  'contender',
  'calls',
  'calls / least',
  'makespan / ideal',
  'CPU µs a cell',
  'heap bytes a cell',
  'cells wrong',
  'never settled',
];

/** One table on the terminal, its columns in line. */
export function printTable(results, page) {
  const rows = [HEADINGS, ...toRows(results)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = rows.map((row) => row.map((text, column) => pad(text, widths[column], column < 2)));
  lines.splice(
    1,
    0,
    widths.map((width) => '-'.repeat(width)),
  );
  for (const line of lines) console.log(line.join('  ').trimEnd());
  for (const note of notes(results, page)) console.log(`\n${note}`);
}

/** Puts the figures in their place in the document and leaves the rest of it alone. */
export async function writeDocument(results, page) {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [before, after] = [text.indexOf(START), text.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`${DOCUMENT} has no place for figures.`);
  const figures = [
    START,
    `Measured on a machine with ${availableParallelism()} cores.`,
    markdownTable(results),
    ...notes(results, page),
    '',
  ].join('\n\n');
  const options = { ...(await resolveConfig(DOCUMENT)), filepath: DOCUMENT };
  writeFileSync(
    DOCUMENT,
    await format(text.slice(0, before) + figures + text.slice(after), options),
  );
}

function markdownTable(results) {
  const rule = HEADINGS.map((_, column) => (column < 2 ? '---' : '---:'));
  return [HEADINGS, rule, ...toRows(results)].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function toRows(results) {
  return results.map(({ title, name, record }, index) => [
    results[index - 1]?.title === title ? '' : title,
    name,
    count(record.calls),
    figure(record.callsRatio, 2),
    makespan(record),
    figure(record.cpuMicrosPerCell, 2),
    figure(record.heapBytesPerCell, 0),
    count(record.wrong),
    count(record.unsettled),
  ]);
}

/** To give up at once is quick: such a makespan is shown, but in brackets. */
function makespan({ makespanRatio, unsettled, wrong }) {
  if (unsettled > 0) return 'never';
  const text = figure(makespanRatio, 2);
  return wrong > 0 ? `(${text})` : text;
}

function notes(results, page) {
  const refused = results
    .map(({ record }) => record)
    .filter(({ contender, refusedShare }) => contender === 'locus' && refusedShare !== undefined)
    .map(
      ({ workload, refusedShare }) =>
        `In ${workload}, ${(refusedShare * 100).toFixed(1)}% of the calls that Locus made after ` +
        'the first 10 s were refused.',
    );
  return [...refused, ...(page?.notes ?? [])];
}

function figure(number, digits) {
  return typeof number === 'number' ? number.toFixed(digits) : '–';
}

function count(number) {
  return typeof number === 'number' ? number.toLocaleString('en-US') : '–';
}

function pad(text, width, isText) {
  return isText ? text.padEnd(width) : text.padStart(width);
}
