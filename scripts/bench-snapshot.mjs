/**
 * `npm run bench:snapshot`: what 50,000 answers that travel with a workbook take: bytes, and time
 * of the main thread to save and to load them, as docs/benchmarks.md describes.
 */
import { run } from './command.mjs';
import { ensureInstalled } from './installation.mjs';

await ensureInstalled();
const { bundle } = await import('./bench-bundle.mjs');
const program = await bundle('snapshot', 'node', { withPackages: false });
const { code, output } = await run(process.execPath, ['--single-threaded-gc', program]);
if (code !== 0) throw new Error(`bench snapshot failed:\n${output}`);
const measured = JSON.parse(output.slice(output.indexOf('[{')));

console.log(`50,000 answers in a workbook; processor time in ms, the first time | median of later ones:

names a place    bytes   an answer   as JSON    save   longest task    save again   load   longest task`);
for (const { namesPerPlace, answers, first, later } of measured) {
  const pair = (figure) =>
    `${figure(first).toFixed(0)} | ${median(later.map(figure)).toFixed(0)}`.padStart(9);
  console.log(
    [
      String(namesPerPlace).padStart(13),
      first.bytes.toLocaleString('en-US').padStart(8),
      (first.bytes / answers).toFixed(2).padStart(11),
      `${(first.jsonBytes / first.bytes).toFixed(1)} x`.padStart(9),
      pair(({ save }) => save.totalMs),
      pair(({ save }) => save.longestMs).padStart(13),
      pair(({ again }) => again.totalMs).padStart(13),
      pair(({ load }) => load.totalMs),
      pair(({ load }) => load.longestMs).padStart(13),
    ].join(' '),
  );
}

function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[numbers.length >> 1];
}
