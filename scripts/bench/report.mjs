import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../command.mjs';

const DOCUMENT = join(root, 'docs/developers/benchmarks.md');
const END = '<!-- end of figures -->';

/**
 * Prints figures, and writes them to the document in place of the same command's last ones.
 *
 * @param parts Markdown; what is undefined is left out.
 * @param options.keep false only prints them: the run was partial, or too small.
 */
export async function report(command, parts, { keep }) {
  const figures = parts.filter((part) => part !== undefined).join('\n\n');
  const options = { ...(await resolveConfig(DOCUMENT)), filepath: DOCUMENT };
  console.log(await format(figures, options));
  const day = new Date().toISOString().slice(0, 10);
  const measured = `Measured on ${day} on a machine with ${availableParallelism()} cores.`;
  const text = await format(replaced(command, `${measured}\n\n${figures}`), options);
  if (keep) writeFileSync(DOCUMENT, text);
}

/** @param textColumns how many of the first columns are texts; the others are numbers. */
export function table(headings, rows, { textColumns = 1 } = {}) {
  const rule = headings.map((_, column) => (column < textColumns ? '---' : '---:'));
  return [headings, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

export function figure(number, digits = 0) {
  return typeof number === 'number' ? number.toFixed(digits) : '–';
}

export function count(number) {
  return typeof number === 'number' ? number.toLocaleString('en-US') : '–';
}

export function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[numbers.length >> 1];
}

/** The median and the maximum of times in milliseconds. */
export function spread(times) {
  return `${figure(median(times))} ms, at most ${figure(Math.max(...times))} ms`;
}

function replaced(command, figures) {
  const text = readFileSync(DOCUMENT, 'utf8');
  const start = `<!-- figures: written by ${command} -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(END, from);
  if (from < 0 || to < 0) throw new Error(`${DOCUMENT} has no place for figures of ${command}.`);
  return [text.slice(0, from), start, '\n\n', figures, '\n\n', text.slice(to)].join('');
}
