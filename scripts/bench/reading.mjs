/**
 * `npm run bench:reading`: how the lists of test/places/lists are read. Read wrongly is what costs
 * money: other columns than the right ones, or columns where a person has to be asked.
 *
 *     npm run bench:reading -- --earns              what each rule earns: how many lists change without it
 *     npm run bench:reading -- --earns --only town  the rules of some files
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from './report.mjs';

const { changesOf, load, root, rules } = createRequire(import.meta.url)('./reading/program.cjs');
const { values: options } = parseArgs({
  options: {
    earns: { type: 'boolean' },
    into: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});

const { asksFirst, isAs, knownLists, LISTS_FOLDER, ...doors } = load();
const lists = knownLists(join(root, LISTS_FOLDER));
const known = [];
const matched = [];
const constants = new Set();
for (const list of lists) known.push(await readingsOf(doors, list));
if (options.earns) {
  const seen = new Set();
  const traced = load(undefined, seen);
  for (const id of seen) constants.add(id);
  for (const list of lists) {
    seen.clear();
    await readingsOf(traced, list);
    matched.push(new Set(seen));
  }
}

console.log(table(['lists', 'right', 'asked', 'refused', 'read wrongly'], counted()));
if (options.earns) await printEarnings();
if (known.some((readings, at) => kindOf(lists[at], readings) === 3)) process.exitCode = 1;

/** By both doors: what is found, and what becomes of each row. */
async function readingsOf(program, list) {
  return [await readingAt(0, program, list), await readingAt(1, program, list)];
}

async function readingAt(door, { atCommandLine, inPane }, list) {
  const { text, rowAt } = door === 0 ? await atCommandLine(list) : inPane(list);
  return [text, ...list.rows.map((_, index) => rowAt(index))];
}

/** 0 right, 1 asked, 2 refused, 3 read wrongly: the worse of the two doors. */
function kindOf(list, [line, pane]) {
  const one = (wanted, [text, ...rows], isPane) => {
    if (asksFirst(wanted)) return asksFirst(text) ? (wanted.startsWith('refuses') ? 2 : 1) : 3;
    if (asksFirst(text)) return 1;
    const hasRows = !isPane || list.inPane === list.right;
    const isRight = [...list.outcomes].every(([index, row]) => !hasRows || rows[index] === row);
    return isAs(wanted, { text }) && isRight ? 0 : 3;
  };
  return Math.max(one(list.right, line, false), one(list.inPane, pane, true));
}

function counted() {
  const kinds = [...new Set(lists.map(({ kind }) => kind)), 'all'];
  return kinds.map((kind) => {
    const of = known.filter((_, at) => kind === 'all' || lists[at].kind === kind);
    const own = lists.filter((list) => kind === 'all' || list.kind === kind);
    const counts = [0, 0, 0, 0];
    own.forEach((list, at) => (counts[kindOf(list, of[at])] += 1));
    return [kind, ...counts.map(String)];
  });
}

async function printEarnings() {
  const { withWordsApart } = load();
  const texts = lists.map(({ rows }) =>
    withWordsApart(JSON.stringify(rows).normalize('NFKC')).toLowerCase(),
  );
  const words = texts.map((text) => new Set(text.split(/[^\p{L}\p{M}]+/u)));
  const earned = [];
  for (const rule of rules.filter(({ at }) => at.includes(options.only))) {
    if (options.into) writeFileSync(options.into, JSON.stringify(earned, undefined, 1));
    for (const change of changesOf(rule)) {
      const affected = lists
        .map((_, at) => at)
        .filter((at) => {
          if (rule.kind !== 'words') return matched[at].has(rule.id) || constants.has(rule.id);
          const tokens = change.word?.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
          return tokens.every((token) =>
            token.length < 4 ? words[at].has(token) : texts[at].includes(token),
          );
        });
      earned.push({
        kind: change.kind,
        at: change.at,
        what: change.what,
        ...(await earns(change, affected)),
      });
    }
  }
  if (options.into) writeFileSync(options.into, JSON.stringify(earned, undefined, 1));
  const files = [...new Set(earned.map(({ at }) => at.split(':')[0]))];
  const kinds = ['expression', 'alternative', 'words', 'word', 'threshold'];
  const summary = files.map((file) => [
    file,
    ...kinds.flatMap((kind) => {
      const own = earned.filter((each) => each.kind === kind && each.at.startsWith(`${file}:`));
      return [own.length, own.filter(({ changed }) => changed === 0).length].map(String);
    }),
  ]);
  console.log(table(['file', ...kinds.flatMap((kind) => [kind, 'nothing'])], summary));
  const rows = earned
    .filter(({ changed }) => changed > 0)
    .sort((one, other) => other.changed - one.changed)
    .map(({ at, what, changed, wrong }) => [at, what, String(changed), String(wrong)]);
  console.log(table(['rule', '', 'lists that change', 'read wrongly'], rows, { textColumns: 2 }));
  console.log('Earns nothing:');
  for (const { at, what, changed } of earned) if (changed === 0) console.log(`  ${at}  ${what}`);
}

/** How many lists the command line reads otherwise, or else the pane, and how many of them wrongly. */
async function earns(change, affected) {
  const nothing = { changed: 0, wrong: 0 };
  if (affected.length === 0) return nothing;
  let other;
  try {
    other = load(change);
  } catch {
    return { ...nothing, changed: affected.length };
  }
  for (const door of [0, 1]) {
    const earned = { ...nothing };
    for (const at of affected) {
      // A cell is read in the same way by both.
      if (door === 1 && lists[at].kind === 'cells') continue;
      const reading = await readingAt(door, other, lists[at]).catch(() => undefined);
      if (JSON.stringify(reading) === JSON.stringify(known[at][door])) continue;
      earned.changed += 1;
      const readings = known[at].map((own, index) => (index === door ? (reading ?? own) : own));
      if (kindOf(lists[at], readings) === 3) earned.wrong += 1;
    }
    if (earned.changed > 0) return earned;
  }
  return nothing;
}
