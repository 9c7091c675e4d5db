/**
 * `npm run bench:pane`: the built add-in under Microsoft's own script, as docs/developers/excel-host.md
 * describes, with its pane on screen: how soon it is drawn, and what 100,000 cells do to the page.
 */
import { parseArgs } from 'node:util';
import { prepareProgram, SMALL } from './program.mjs';

const { small } = parseArgs({ options: SMALL }).values;
const measure = await prepareProgram('pane', { small, needsAddIn: true });
const { count, figure, report, spread, table } = await import('./report.mjs');
const { paneMs, runs, names, manyNames } = await measure();

const oursIn = ({ byOwner }) => (byOwner.Locus ?? 0) + (byOwner.drawing ?? 0);
const most = (numbers) => `${figure(Math.max(0, ...numbers))} ms`;
const line = (what, of) => [what, ...runs.map(of)];
const hottest = ({ long }) => [...long].sort((one, other) => oursIn(other) - oursIn(one))[0];
await report(
  'npm run bench:pane',
  [
    table(
      [
        `${count(runs[0].cells)} cells with the pane on screen`,
        ...runs.map(({ perMessage }) => `${count(perMessage)} in a message`),
      ],
      [
        line('cells that have their value', ({ values }) => count(values)),
        line('calls', ({ calls }) => count(calls)),
        line('time, s', ({ lastedMs }) => figure(lastedMs / 1000)),
        line('changes to the pane', ({ updates }) => count(updates)),
        line('in the busiest second', ({ updatesInASecond }) => count(updatesInASecond)),
        line('tasks', ({ taskCount }) => count(taskCount)),
        line('of which over 20 ms', ({ long }) => count(long.length)),
        line('the longest task', ({ long }) => most(long.map(({ totalMs }) => totalMs))),
        line('the most that our code had of any', ({ long }) => most(long.map(oursIn))),
        line('where that went', (run) => hottest(run)?.hot.slice(0, 3).join(', ') ?? 'nowhere'),
      ],
    ),
    `From the page’s load to the pane’s first view on screen, with a warm cache, ` +
      `${paneMs.length} starts: ${spread(paneMs)}.`,
    table(
      [`with ${count(manyNames)} names in the pane`, 'the longest task', 'our code in it'],
      names.map(({ step, longest }) => [
        step,
        most([longest?.totalMs ?? 0]),
        most([longest?.byOwner.Locus ?? 0]),
      ]),
    ),
  ],
  { keep: !small },
);
