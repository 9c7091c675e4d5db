/**
 * `npm run bench:pane`: the built add-in under Microsoft's own script, as docs/excel-host.md
 * describes, with its pane on screen: how soon it is drawn, and what 100,000 cells do to the page.
 */
import { findBrowser } from './browser.mjs';
import { build, isBuilt } from './build.mjs';
import { run } from './command.mjs';
import { ensureInstalled } from './installation.mjs';

await ensureInstalled();
if (!isBuilt({ forAnyOrigin: true }) && !(await build())) process.exit(1);
process.env.CHROMIUM ??= findBrowser() ?? '';
const { bundle } = await import('./bench-bundle.mjs');
const program = await bundle('pane', 'node', { withPackages: false });
const { code, output } = await run(process.execPath, [program]);
if (code !== 0) throw new Error(`bench pane failed:\n${output}`);
const { paneMs, runs, names } = JSON.parse(output.slice(output.indexOf('{"paneMs"')));

console.log(`From the page's load with a warm cache, ${paneMs.length} starts:
  the pane's first view drawn   ${spread(paneMs)}`);

for (const { cells, perMessage, values, calls, lastedMs, updates, ...rest } of runs) {
  const { updatesInASecond, taskCount, long } = rest;
  const ours = long.map(({ byOwner }) => (byOwner.Locus ?? 0) + (byOwner.drawing ?? 0));
  const mostOurs = long[ours.indexOf(Math.max(...ours))];
  console.log(`
${count(cells)} cells, ${count(perMessage)} in a message, with the pane on screen:
  values, calls, time           ${count(values)}, ${count(calls)}, ${(lastedMs / 1000).toFixed(0)} s
  changes to the pane           ${count(updates)}, at most ${updatesInASecond} in a second
  tasks over 20 ms              ${long.length} of ${count(taskCount)}, the longest ${most(long.map(({ totalMs }) => totalMs))} ms
  of our code in one of them    at most ${most(ours)} ms
  where that task went          ${mostOurs?.hot.join(', ') ?? 'nowhere'}`);
}

console.log(`
100,000 names in the pane, the longest task of each step in ms, and our code in it:`);
for (const { step, longest } of names) {
  const { totalMs = 0, byOwner = {} } = longest ?? {};
  console.log(`  ${step.padEnd(30)}${most([totalMs])}, ${most([byOwner.Locus ?? 0])}`);
}

function count(number) {
  return number.toLocaleString('en-US');
}

function most(numbers) {
  return Math.max(0, ...numbers).toFixed(0);
}

function spread(times) {
  const median = [...times].sort((one, other) => one - other)[times.length >> 1];
  return `${median.toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`;
}
