import { linksOf, type SourceTree } from './source-tree';

const ASKING = ['engine/contract', 'engine/async', 'engine/lookup'];
const READING = [...ASKING, 'engine/language', 'engine/places'];
const ENGINE = [...READING, 'engine/catalogue', 'engine/client'];
/** What the features of the add-in stand on. */
const GROUND = ['addin/spreadsheet', 'addin/device', 'addin/workbook', 'addin/functions'];
/** What people do, a folder for each: its rules and its view side by side. */
const FEATURES = [
  'addin/activity',
  'addin/compare',
  'addin/connection',
  'addin/enrich',
  'addin/explain',
  'addin/map',
  'addin/meeting',
  'addin/models',
  'addin/names',
  'addin/problems',
  'addin/rank',
  'addin/renew',
  'addin/settings',
  'addin/share',
  'addin/spending',
  'addin/values',
  'addin/welcome',
];
/** A host shows what the add-in does; its menu converts to values, and its dialog finds keys. */
const HOST = [...ENGINE, ...GROUND, 'addin/start', 'addin/share', 'addin/values'];

/** The rooms, and what each may import of the others. Anything else points up or sideways. */
const HOUSE: Readonly<Record<string, readonly string[]>> = {
  'engine/contract': [],
  'engine/async': [],
  'engine/lookup': ['engine/contract', 'engine/async'],
  'engine/language': ASKING,
  'engine/places': [...ASKING, 'engine/language'],
  'engine/catalogue': READING,
  'engine/client': [...READING, 'engine/catalogue'],
  'addin/spreadsheet': ENGINE,
  'addin/device': [...ENGINE, 'addin/spreadsheet'],
  'addin/workbook': [...ENGINE, 'addin/spreadsheet'],
  'addin/functions': [...ENGINE, 'addin/spreadsheet'],
  'addin/pane/parts': [...ENGINE, ...GROUND],
  ...Object.fromEntries(
    FEATURES.map((feature) => [
      feature,
      [...ENGINE, ...GROUND, 'addin/pane/parts', ...FEATURES.filter((each) => each !== feature)],
    ]),
  ),
  'addin/pane': [...ENGINE, ...GROUND, 'addin/pane/parts', ...FEATURES],
  // It alone draws the pane: a host never imports it.
  'addin/start': [...ENGINE, ...GROUND, 'addin/pane/parts', 'addin/pane'],
  excel: HOST,
  workbench: HOST,
  sample: [...ASKING, 'engine/places', 'node'],
  // Node as a device, for whatever runs on it.
  node: ENGINE,
  cli: [...ENGINE, 'node'],
  gateway: [...ENGINE, 'node'],
  // A page of the gateway's: it knows its JSON alone.
  'gateway/page': [],
};
const ROOMS = Object.keys(HOUSE);

/** Packages that only these rooms may use; a package no rule names is free to use. */
const PACKAGES: readonly { readonly name: RegExp; readonly rooms: readonly string[] }[] = [
  // Its code outweighs every shape that is read here: see docs/decisions on readers of JSON.
  { name: /^zod(\/|$)/, rooms: ['gateway'] },
  { name: /^node:/, rooms: ['sample', 'node', 'gateway', 'cli'] },
  { name: /^(hono|@hono)\//, rooms: ['sample', 'node', 'gateway'] },
  { name: /^(lmdb|undici)$/, rooms: ['node', 'gateway', 'cli'] },
  { name: /^commander$/, rooms: ['gateway', 'cli'] },
  { name: /^(cli-progress|hyparquet|@e965\/xlsx)/, rooms: ['cli'] },
  { name: /^(jose|pino|prom-client|iovalkey)$/, rooms: ['gateway'] },
  {
    name: /^(react|react-dom|@fluentui)(\/|$)/,
    rooms: ['addin/pane', ...FEATURES, 'gateway/page'],
  },
  { name: /^chardet$/, rooms: ['engine/places'] },
  { name: /^fflate$/, rooms: ['addin/workbook', 'workbench', 'cli'] },
  { name: /^@noble\/hashes(\/|$)/, rooms: ['addin/workbook'] },
  { name: /^@univerjs\//, rooms: ['workbench'] },
];

/** Data that anyone but the engine's inner rooms may read. */
const DATA = /^assets\/[^/]+\.json$/;
const WITHOUT_DATA = ['engine/contract', 'engine/async', 'engine/lookup'];
/** What a program is called, and its version. */
const PACKAGE = 'package.json';
const PROGRAMS = ['cli', 'gateway'];

/** What is imported against the rules, a line each. */
export function importViolations(tree: SourceTree): string[] {
  return [...tree.keys()].flatMap((path) =>
    linksOf(tree, path).flatMap(({ specifier, target, isOfTypes = false }) => {
      const complaint =
        target === undefined
          ? packageComplaint(path, specifier, isOfTypes)
          : roomComplaint(path, target, isOfTypes);
      return complaint === undefined ? [] : [`${path} imports ${specifier}: ${complaint}`];
    }),
  );
}

function roomComplaint(path: string, target: string, isOfTypes: boolean): string | undefined {
  const from = roomOf(path);
  const to = roomOf(target);
  const allowed = HOUSE[from];
  if (allowed === undefined) return `there is no room ${from}`;
  if (!isOfTypes && isRule(path) && target.endsWith('.tsx')) return `only a .tsx may import a view`;
  if (from === to) return undefined;
  if (allowed.includes(to)) {
    const isByTheDoor = !FEATURES.includes(from) || !FEATURES.includes(to);
    return isByTheDoor || target === `src/${to}/index.ts`
      ? undefined
      : `another feature is imported through its index`;
  }
  if (DATA.test(target) && !WITHOUT_DATA.includes(from)) return undefined;
  if (target === PACKAGE && PROGRAMS.includes(from)) return undefined;
  return HOUSE[to] === undefined
    ? `${target} is in no room`
    : `${from} may not import ${to}: imports point downwards only`;
}

function packageComplaint(path: string, specifier: string, isOfTypes: boolean): string | undefined {
  const room = roomOf(path);
  if (room === 'engine/lookup' || room === 'engine/async') return 'the engine uses no package';
  if (specifier === 'react' && !isOfTypes && isRule(path)) {
    return 'hooks stand in files named use-….ts';
  }
  const rule = PACKAGES.find(({ name }) => name.test(specifier));
  if (rule === undefined) return undefined;
  const mayUse = rule.rooms.some((each) => room === each || room.startsWith(`${each}/`));
  // The gateway's page is no part of its program.
  const isPage = room === 'gateway/page' && !rule.rooms.includes(room);
  return mayUse && !isPage ? undefined : `only ${rule.rooms.join(', ')} may`;
}

/** A rule of a feature is no view: it can be read, and tested, without React. */
function isRule(path: string): boolean {
  if (roomOf(path) === 'addin/start') return false;
  const file = path.slice(path.lastIndexOf('/') + 1);
  return file.endsWith('.ts') && !file.startsWith('use-') && file !== 'index.ts';
}

/** `src/engine/async/clock.ts` is in `engine/async`; a path outside src is its own, unknown, room. */
function roomOf(path: string): string {
  const inside = path.startsWith('src/') ? path.slice('src/'.length) : '';
  const rooms = ROOMS.filter((room) => inside.startsWith(`${room}/`));
  return rooms.sort((a, b) => b.length - a.length)[0] ?? path;
}
