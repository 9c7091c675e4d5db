/**
 * `npm run bench:snapshot`: what 50,000 answers that travel with a workbook cost: bytes, and time
 * of the main thread to save and to load them, as docs/developers/benchmarks.md describes.
 */
import { parseArgs } from 'node:util';
import { prepareProgram, SMALL } from './program.mjs';

const { small } = parseArgs({ options: SMALL }).values;
const measure = await prepareProgram('snapshot', { small, flags: ['--single-threaded-gc'] });
const { count, figure, median, report, table } = await import('./report.mjs');

const rows = (await measure()).map(({ namesPerPlace, answers, first, later }) => {
  const pair = (ms) => `${figure(ms(first))}, then ${figure(median(later.map(ms)))}`;
  return [
    count(answers),
    count(namesPerPlace),
    count(first.bytes),
    figure(first.bytes / answers, 2),
    `${figure(first.jsonBytes / first.bytes, 1)} times`,
    pair(({ save }) => save.totalMs),
    pair(({ save }) => save.longestMs),
    pair(({ again }) => again.totalMs),
    pair(({ load }) => load.totalMs),
    pair(({ load }) => load.longestMs),
  ];
});
const headings = [
  ...['answers', 'names a place', 'bytes', 'an answer', 'as deflated JSON', 'save, ms'],
  ...['its longest task', 'save again, ms', 'load, ms', 'its longest task'],
];
const figures = table(headings, rows, { textColumns: 0 });
await report('npm run bench:snapshot', [figures], { keep: !small });
