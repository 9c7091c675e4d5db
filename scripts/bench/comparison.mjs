import { count, figure, table } from './report.mjs';

/** The columns of `npm run bench`: what each is called, and how it shows a record. */
const COLUMNS = [
  ['calls', ({ calls }) => count(calls)],
  ['calls / least', ({ callsRatio }) => figure(callsRatio, 2)],
  ['makespan / ideal', makespan],
  ['refused after 10 s', ({ refusedShare }) => percent(refusedShare)],
  ['CPU µs a cell', ({ cpuMicrosPerCell }) => figure(cpuMicrosPerCell, 2)],
  ['heap bytes a cell', ({ heapBytesPerCell }) => figure(heapBytesPerCell)],
  ['cells wrong', ({ wrong }) => count(wrong)],
  ['never settled', ({ unsettled }) => count(unsettled)],
];

/** One table of all workloads and contenders, a workload named once. */
export function comparison(results) {
  const headings = ['workload', 'contender', ...COLUMNS.map(([heading]) => heading)];
  const rows = results.map(({ title, name, record }, index) => [
    results[index - 1]?.title === title ? '' : title,
    name,
    ...COLUMNS.map(([, show]) => show(record)),
  ]);
  return table(headings, rows, { textColumns: 2 });
}

/** Giving up at once is quick, so the makespan of a contender with wrong cells is in brackets. */
function makespan({ makespanRatio, unsettled, wrong }) {
  if (unsettled > 0) return 'never';
  const text = figure(makespanRatio, 2);
  return wrong > 0 ? `(${text})` : text;
}

function percent(share) {
  return typeof share === 'number' ? `${(share * 100).toFixed(1)} %` : '–';
}
