/**
 * `npm run bench:excel`: the built add-in under Microsoft's own script, as docs/developers/excel-host.md
 * describes: how soon it is ready, and what 10,000 cells in one message cost the page.
 */
import { parseArgs } from 'node:util';
import { prepareProgram, SMALL } from './program.mjs';

const { small } = parseArgs({ options: SMALL }).values;
const measure = await prepareProgram('excel', { small, needsAddIn: true });
const { count, figure, median, report, spread, table } = await import('./report.mjs');
const { starts, first, known, nothing } = await measure();

const times = (name) => spread(starts.map((start) => start[name]));
const row = (what, bursts) => {
  const of = (name) => median(bursts.map((burst) => burst[name]));
  const { cells } = bursts[0];
  const task = [figure(of('messageMs')), figure(of('longestMs'))];
  return [`${count(cells)} ${what}`, ...task, count(of('calls')), count(of('values'))];
};
await report(
  'npm run bench:excel',
  [
    table(
      [`from the page’s load, ${starts.length} starts with a warm cache`, ''],
      [
        ['all functions associated', times('associatedMs')],
        ['called for the first time', times('readyMs')],
      ],
    ),
    table(
      ['cells in one message', 'its own task, ms', 'the longest later task, ms', 'calls', 'values'],
      [
        row('asked for the first time', first),
        row('known', known),
        row('of functions that do nothing', nothing),
      ],
    ),
  ],
  { keep: !small },
);
