/**
 * `npm run bench:invocations`: 100,000 cells that a host calls one by one in a single task, beside
 * a bare async function that reads the same three arguments.
 */
import { run } from './command.mjs';
import { ensureInstalled } from './installation.mjs';

await ensureInstalled();
const { bundle } = await import('./bench-bundle.mjs');
const program = await bundle('invocations', 'node');
const { code, output } = await run(process.execPath, ['--expose-gc', program]);
if (code !== 0) throw new Error(`bench invocations failed:\n${output}`);
const { cells, rounds } = JSON.parse(output.slice(output.indexOf('{"cells"')));
const figure = (of) => median(rounds.map(of));

console.log(`${cells.toLocaleString('en-US')} invocations in one task (median of ${rounds.length} rounds):
  a bare async function   ${figure(({ bareMs }) => bareMs)
    .toFixed(0)
    .padStart(5)} ms
  LOCATTR                 ${figure(({ taskMs }) => taskMs)
    .toFixed(0)
    .padStart(5)} ms
  ratio                   ${figure(({ bareMs, taskMs }) => taskMs / bareMs)
    .toFixed(1)
    .padStart(5)}
  LOCATTR, all tasks until each has its value ${figure(({ wholeMs }) => wholeMs).toFixed(0)} ms`);

function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[numbers.length >> 1];
}
