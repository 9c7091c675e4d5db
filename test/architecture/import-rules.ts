import { linksOf, type SourceTree } from './source-tree';

const ENGINE = ['contract', 'lookup'];
/** The engine says nothing to people. */
const ASKING = [...ENGINE, 'language'];
const WHAT_ASKS = [...ASKING, 'places', 'settings', 'catalogue'];
const SPREADSHEET = [...WHAT_ASKS, 'spreadsheet'];
const DOCUMENTS = [...SPREADSHEET, 'workbook'];
const BELOW_TASKPANE = [...DOCUMENTS, 'functions', 'freeze', 'share', 'enrich'];
const BELOW_HOSTS = [...BELOW_TASKPANE, 'client', 'device', 'addin'];

/** The layers and what each may import of the others. Anything else points up or sideways. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  language: [],
  lookup: ['contract'],
  places: ASKING,
  settings: ASKING,
  catalogue: [...ASKING, 'places'],
  client: WHAT_ASKS,
  device: WHAT_ASKS,
  spreadsheet: WHAT_ASKS,
  workbook: SPREADSHEET,
  functions: SPREADSHEET,
  freeze: DOCUMENTS,
  share: DOCUMENTS,
  enrich: [...DOCUMENTS, 'functions'],
  taskpane: BELOW_TASKPANE,
  // It alone draws the pane: a host never imports it.
  addin: [...BELOW_TASKPANE, 'client', 'device', 'taskpane'],
  excel: BELOW_HOSTS,
  workbench: BELOW_HOSTS,
  sample: ENGINE,
  // Node as a device, for whatever runs on it.
  node: [...ENGINE, 'client'],
  // A host without a pane.
  cli: [...BELOW_TASKPANE, 'client', 'node'],
  // A page of the gateway's: it knows its JSON alone.
  administration: [],
  gateway: [...ENGINE, 'language', 'places', 'settings', 'catalogue', 'client', 'node', 'sample'],
};

/** Packages that only these layers may use; a package no rule names is free to use. */
const PACKAGES: readonly { readonly name: RegExp; readonly layers: readonly string[] }[] = [
  // Its code outweighs every shape that is read here: see docs/decisions on readers of JSON.
  { name: /^zod(\/|$)/, layers: ['gateway'] },
  { name: /^node:/, layers: ['sample', 'node', 'gateway', 'cli'] },
  { name: /^(hono|@hono)\//, layers: ['sample', 'gateway'] },
  { name: /^(lmdb|undici)$/, layers: ['node', 'gateway', 'cli'] },
  { name: /^commander$/, layers: ['gateway', 'cli'] },
  { name: /^(cli-progress|hyparquet|@e965\/xlsx)/, layers: ['cli'] },
  { name: /^(jose|pino|prom-client|iovalkey)$/, layers: ['gateway'] },
  { name: /^(react|react-dom|@fluentui)(\/|$)/, layers: ['taskpane', 'administration'] },
  { name: /^papaparse$/, layers: ['gateway'] },
  { name: /^chardet$/, layers: ['places'] },
  { name: /^@leeoniya\/ufuzzy$/, layers: ['catalogue'] },
  { name: /^fflate$/, layers: ['workbook', 'workbench'] },
  { name: /^@noble\/hashes(\/|$)/, layers: ['workbook'] },
  { name: /^@univerjs\//, layers: ['workbench'] },
];

/** Data that anyone but the engine may read. */
const DATA = /^assets\/[^/]+\.json$/;
/** What a program is called, and its version. */
const PACKAGE = 'package.json';
const PROGRAMS = ['cli', 'gateway'];

/** What is imported against the rules, a line each. */
export function importViolations(tree: SourceTree): string[] {
  return [...tree.keys()].flatMap((path) =>
    linksOf(tree, path).flatMap(({ specifier, target }) => {
      const complaint =
        target === undefined ? packageComplaint(path, specifier) : layerComplaint(path, target);
      return complaint === undefined ? [] : [`${path} imports ${specifier}: ${complaint}`];
    }),
  );
}

function layerComplaint(path: string, target: string): string | undefined {
  const from = layerOf(path);
  const to = layerOf(target);
  const allowed = LAYERS[from];
  if (allowed === undefined) return `there is no layer ${from}`;
  if (from === to || allowed.includes(to)) return undefined;
  if (DATA.test(target) && from !== 'lookup') return undefined;
  if (target === PACKAGE && PROGRAMS.includes(from)) return undefined;
  return LAYERS[to] === undefined
    ? `${target} is in no layer`
    : `${from} may not import ${to}: imports point downwards only`;
}

function packageComplaint(path: string, specifier: string): string | undefined {
  const layer = layerOf(path);
  if (layer === 'lookup') return 'the engine uses no package';
  const rule = PACKAGES.find(({ name }) => name.test(specifier));
  if (rule === undefined || rule.layers.includes(layer)) return undefined;
  return `only ${rule.layers.join(', ')} may`;
}

/** `src/lookup/clock.ts` is in `lookup`; a path outside src is its own, unknown, layer. */
function layerOf(path: string): string {
  const [top, layer] = path.split('/');
  return top === 'src' && layer !== undefined ? layer : path;
}
