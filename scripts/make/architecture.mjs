/**
 * `npm run architecture`: draws the pictures in docs/developers/architecture.md from the imports in src/. With
 * `--check` it writes nothing, and fails if the page is out of date or names a file that is gone.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, posix, sep } from 'node:path';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { root } from '../command.mjs';

process.chdir(root);
/** The rooms of the add-in that are no feature. */
const GROUND = ['functions', 'spreadsheet', 'device', 'workbook', 'start'];
const DOCUMENT = 'docs/developers/architecture.md';
const files = readdirSync('src', { recursive: true })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => posix.join('src', file.split(sep).join('/')))
  .sort();
const imports = new Map(files.map((file) => [file, importsOf(file)]));

const before = readFileSync(DOCUMENT, 'utf8');
const faults = [];
let after = replaced(before, 'house', house());
after = replaced(after, 'cell', wayOfACell(before));
after = await format(after, { ...(await resolveConfig(DOCUMENT)), parser: 'markdown' });
if (!process.argv.includes('--check')) writeFileSync(DOCUMENT, after);
else if (after !== before) faults.push('is out of date: run npm run architecture.');
for (const fault of faults) console.error(`${DOCUMENT} ${fault}`);
if (faults.length > 0) process.exitCode = 1;

/** The rooms: what a room imports stands below it. */
function house() {
  const rooms = [...new Set(files.map(roomOf))].filter((room) => room !== undefined);
  const below = new Map(rooms.map((room) => [room, new Set()]));
  for (const [file, targets] of imports) {
    for (const target of targets) {
      const [from, to] = [roomOf(file), roomOf(target)];
      if (from !== undefined && to !== undefined && from !== to) below.get(from).add(to);
    }
  }
  const reach = (from, seen = new Set()) => {
    for (const to of below.get(from)) {
      if (!seen.has(to)) reach(to, seen.add(to));
    }
    return seen;
  };
  const lines = wings(rooms).flatMap(([wing, inside]) => [
    `  subgraph ${wing}`,
    ...inside.map((room) => `    ${idOf(room)}["${room.slice(wing.length + 1)}"]`),
    '  end',
  ]);
  for (const from of rooms) {
    for (const to of below.get(from)) {
      // Leaves out an arrow if a longer path leads to the same room.
      const others = [...below.get(from)].filter((other) => other !== to);
      if (!others.some((other) => reach(other).has(to))) {
        lines.push(`  ${idOf(from)} --> ${idOf(to)}`);
      }
    }
  }
  return ['flowchart TD', ...lines].join('\n');
}

/** The folders of src that hold several rooms, with these. */
function wings(rooms) {
  const inside = new Map();
  for (const room of rooms.filter((each) => each.includes('/'))) {
    const [wing] = room.split('/');
    inside.set(wing, [...(inside.get(wing) ?? []), room]);
  }
  return [...inside].filter(([, each]) => each.length > 1);
}

function idOf(room) {
  return room.replaceAll('/', '-');
}

/**
 * The files that the numbered list names, by room. An arrow is an import; a dotted one leads to
 * the next step if neither file imports the other, because the caller was passed what it calls.
 */
function wayOfACell(text) {
  const list = text.slice(text.indexOf('<!-- way: begin -->'), text.indexOf('<!-- way: end -->'));
  const way = [...list.matchAll(/^\d+\. \[`(src\/[^`]+)`\]/gm)].map(([, file]) => file);
  if (way.length < 10) faults.push('lacks the numbered way of one cell.');
  for (const file of way) if (!existsSync(file)) faults.push(`names ${file}, which is gone.`);
  const lines = [...new Set(way.map(roomOf))].flatMap((room) => [
    `  subgraph ${room}`,
    ...way.flatMap((file, index) =>
      roomOf(file) === room ? [`    s${index}["${index + 1} · ${basename(file)}"]`] : [],
    ),
    '  end',
  ]);
  way.forEach((from, index) => {
    way.forEach((to, other) => {
      if (imports.get(from)?.includes(to)) lines.push(`  s${index} --> s${other}`);
    });
    const next = way[index + 1];
    if (
      next !== undefined &&
      !imports.get(from)?.includes(next) &&
      !imports.get(next)?.includes(from)
    ) {
      lines.push(`  s${index} -.-> s${index + 1}`);
    }
  });
  return ['flowchart TD', ...lines].join('\n');
}

function importsOf(file) {
  const source = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return source.importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith('.')) return [];
    const base = posix.join(posix.dirname(file), fileName);
    const found = [`${base}.ts`, `${base}.tsx`, `${base}/index.ts`, `${base}/index.tsx`].find(
      (path) => files.includes(path),
    );
    return found === undefined ? [] : [found];
  });
}

/** What people do in the add-in is drawn as one room. */
function roomOf(file) {
  const [, top, folder, inner] = file.split('/');
  if (top === 'engine') return `engine/${folder}`;
  if (top === 'gateway') return folder === 'page' ? 'gateway/page' : 'gateway';
  if (top !== 'addin') return file.split('/').length > 2 ? top : undefined;
  if (folder === 'pane') return inner === 'parts' ? 'addin/parts' : 'addin/pane';
  return GROUND.includes(folder) ? `addin/${folder}` : 'addin/features';
}

function replaced(text, name, picture) {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [start, stop] = [text.indexOf(begin), text.indexOf(end)];
  if (start < 0 || stop < 0) {
    faults.push(`lacks the place of the picture "${name}".`);
    return text;
  }
  return `${text.slice(0, start + begin.length)}\n\n\`\`\`mermaid\n${picture}\n\`\`\`\n\n${text.slice(stop)}`;
}
