/**
 * `npm run bench:excel`: the built add-in under Microsoft's own script, as docs/excel-host.md
 * describes: how soon it is ready, and what 10,000 cells in one message cost the page.
 */
import { findBrowser } from './browser.mjs';
import { build, isBuilt } from './build.mjs';
import { run } from './command.mjs';
import { ensureInstalled } from './installation.mjs';

await ensureInstalled();
if (!isBuilt({ forAnyOrigin: true }) && !(await build())) process.exit(1);
process.env.CHROMIUM ??= findBrowser() ?? '';
const { bundle } = await import('./bench-bundle.mjs');
const program = await bundle('excel', 'node', { withPackages: false });
const { code, output } = await run(process.execPath, [program]);
if (code !== 0) throw new Error(`bench excel failed:\n${output}`);
const { starts, first, known, nothing } = JSON.parse(output.slice(output.indexOf('{"starts"')));

const associated = starts.map(({ associatedMs }) => associatedMs);
const ready = starts.map(({ readyMs }) => readyMs);
console.log(`From the page's load, ${starts.length} starts with a warm cache:
  all functions associated   ${spread(associated)}
  called for the first time  ${spread(ready)}

10,000 cells in one message, as processor time of the page's main thread in ms (median of ${first.length}):
                                        its own task   the longest later task   calls   values
${row('asked for the first time', first)}
${row('all of them known', known)}
${row('functions that do nothing', nothing)}`);

function spread(times) {
  return `${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`;
}

function row(what, bursts) {
  const figure = (name) => median(bursts.map((burst) => burst[name]));
  const columns = [
    figure('messageMs').toFixed(0).padStart(12),
    figure('longestMs').toFixed(0).padStart(24),
    figure('calls').toLocaleString('en-US').padStart(7),
    figure('values').toLocaleString('en-US').padStart(8),
  ];
  return `  ${what.padEnd(38)}${columns.join(' ')}`;
}

function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[numbers.length >> 1];
}
