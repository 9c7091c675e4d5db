import { linksOf, type SourceTree } from './source-tree';

const BELOW_FUNCTIONS = ['contract', 'lookup', 'settings', 'catalogue'];
const BELOW_TASKPANE = [...BELOW_FUNCTIONS, 'client', 'device', 'functions', 'snapshot'];
const BELOW_HOSTS = [...BELOW_TASKPANE, 'taskpane', 'addin'];

/** The layers and what each may import of the others. Anything else points up or sideways. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  lookup: ['contract'],
  settings: ['contract', 'lookup'],
  catalogue: ['contract', 'lookup'],
  client: BELOW_FUNCTIONS,
  device: BELOW_FUNCTIONS,
  snapshot: BELOW_FUNCTIONS,
  functions: BELOW_FUNCTIONS,
  taskpane: BELOW_TASKPANE,
  addin: [...BELOW_TASKPANE, 'taskpane'],
  excel: BELOW_HOSTS,
  workbench: BELOW_HOSTS,
  server: ['contract', 'lookup'],
};

/** Packages that only these layers may use; a package no rule names is free to use. */
const PACKAGES: readonly { readonly name: RegExp; readonly layers: readonly string[] }[] = [
  // Its code outweighs every shape that is read here: see docs/decisions on readers of JSON.
  { name: /^zod(\/|$)/, layers: [] },
  { name: /^node:/, layers: ['server'] },
  { name: /^(hono|@hono)\//, layers: ['server'] },
  { name: /^(react|react-dom|@fluentui)(\/|$)/, layers: ['taskpane', 'addin'] },
  { name: /^(papaparse|@leeoniya\/ufuzzy)$/, layers: ['catalogue'] },
  { name: /^fflate$/, layers: ['snapshot', 'workbench'] },
  { name: /^@univerjs\//, layers: ['workbench'] },
];

/** Data that anyone but the engine may read. */
const DATA = /^assets\/[^/]+\.json$/;

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
