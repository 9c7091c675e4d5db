/**
 * `npm run bench:invocations`: 100,000 cells that a host calls one by one in a single task, beside
 * a bare async function that reads the same three arguments, as docs/developers/benchmarks.md describes.
 */
import { parseArgs } from 'node:util';
import { prepareProgram, SMALL } from './program.mjs';

const { small } = parseArgs({ options: SMALL }).values;
const measure = await prepareProgram('invocations', { small, flags: ['--expose-gc'] });
const { count, figure, median, report, table } = await import('./report.mjs');

const { cells, rounds } = await measure();
const middle = (of) => median(rounds.map(of));
const rows = [
  ['a bare async function', figure(middle(({ bareMs }) => bareMs))],
  ['`LOCATTR`', figure(middle(({ taskMs }) => taskMs))],
  [
    'the ratio of the two',
    figure(
      middle(({ bareMs, taskMs }) => taskMs / bareMs),
      1,
    ),
  ],
  ['`LOCATTR`, all tasks until each has its value', figure(middle(({ wholeMs }) => wholeMs))],
];
const figures = table([`${count(cells)} invocations in one task`, 'ms'], rows);
await report('npm run bench:invocations', [figures], { keep: !small });
