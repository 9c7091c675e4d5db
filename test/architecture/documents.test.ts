import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { documents, root, textOf } from '../documents/documents';

/** Links to other files and to headings. */
const links = documents.flatMap((document) =>
  [...textOf(document).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?[^)]*\)/g)].map(
    ([, file = '', heading]) => ({
      document,
      file: file === '' ? document : join(dirname(document), file),
      heading,
    }),
  ),
);

test('the pictures of the architecture are those of the imports', () => {
  const check = ['scripts/make/architecture.mjs', '--check'];
  expect(() => execFileSync(process.execPath, check, { cwd: root, stdio: 'pipe' })).not.toThrow();
});

test('the pages link to files and headings that are there', () => {
  const missing = links.filter(
    ({ file, heading }) =>
      !existsSync(join(root, file)) || (heading !== undefined && !anchors(file).includes(heading)),
  );
  expect(missing).toEqual([]);
});

/** As GitHub makes them of a page's headings. */
function anchors(document: string): string[] {
  const headings = [...textOf(document).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text);
  return headings.map((text) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}

test('every file and folder that a page names is there, but for those of the past', () => {
  for (const document of documents.filter((each) => !/decisions\/log|benchmarks/.test(each))) {
    const named = [...textOf(document).matchAll(/`((?:src|test|scripts)\/[\w./-]+)`/g)];
    const paths = named.map(([, path]) => path as string);
    // A file may be named without what comes after its name.
    const isThere = (path: string): boolean =>
      ['', '.ts', '.tsx', '.test.ts'].some((end) => existsSync(join(root, path + end)));
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  }
});

/** What reads the options of a command, where its program passes them on. */
const OPTIONS_BEHIND: ReadonlyMap<string, string> = new Map([
  ['build', 'webpack.config.js'],
  ['gateway', 'src/gateway/main.ts'],
  ['locus', 'src/cli/enrich-options.ts'],
]);

test('every command of npm that a page names is there, with its options', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const textsOf = (name: string): string => {
    const program = /node (scripts\/\S+)/.exec(scripts[name] ?? '')?.[1];
    const files = [program, OPTIONS_BEHIND.get(name)].filter((file) => file !== undefined);
    return files.map(textOf).join('');
  };
  const wrong = documents.flatMap((document) =>
    [...textOf(document).matchAll(/npm run ([a-z][\w:-]*)((?: --[^`\n|]*)?)/g)].flatMap(
      ([command, name = '', options = '']) => {
        const read = textsOf(name);
        const isRead = ([, option = '']: readonly string[]) =>
          new RegExp(`(?:--|')${option}\\b|\\b${option}:`).test(read);
        const isThere = name in scripts && [...options.matchAll(/ --(\w+)/g)].every(isRead);
        return isThere ? [] : [`${document}: ${command}`];
      },
    ),
  );
  expect(wrong).toEqual([]);
});

test('the README gives the sizes that the build keeps to', () => {
  const [, lazy, pane] =
    /lazy: (\d+)_000,[\s\S]*pane: (\d+)_000/.exec(textOf('webpack.config.js')) ?? [];
  const sizes = [...textOf('README.md').matchAll(/at most (\d+) kB/g)].map(([, size]) => size);
  expect(sizes).toEqual([pane, lazy]);
});

test('each picture is on a page, and is as npm run pictures has made it', () => {
  const folder = join(root, 'docs/images');
  const record = JSON.parse(readFileSync(join(folder, 'screens.json'), 'utf8')) as Record<
    string,
    { readonly picture: string }
  >;
  // Figures are drawn by the run that measured them.
  const others = ['screens.json', 'engines.svg'];
  const files = readdirSync(folder).filter((name) => !others.includes(name));
  expect(files.sort()).toEqual(Object.keys(record).sort());
  for (const name of files) {
    const bytes = readFileSync(join(folder, name));
    const picture = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    expect([name, picture]).toEqual([name, record[name]?.picture]);
    expect(links.map(({ file }) => file)).toContain(`docs/images/${name}`);
  }
});

test('the package holds the pages that it links to', () => {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly files: readonly string[];
  };
  const always = ['README.md', 'LICENSE', 'package.json'];
  const isPacked = (path: string) =>
    [...always, ...files].some((each) => path === each || `${path}/`.startsWith(each));
  const linked = links.filter(({ document }) => isPacked(document));
  // Developers have the sources, to which their pages lead.
  const forUsers = linked.filter(({ document }) => !/developers|decisions|CONTR/.test(document));
  expect(linked.length).toBeGreaterThan(forUsers.length);
  expect(forUsers.filter(({ file }) => !isPacked(file))).toEqual([]);
});

test('the package holds every file that a page for users names', () => {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly files: readonly string[];
  };
  const forUsers = documents.filter((each) => !/developers|decisions|CONTR|CHANGELOG/.test(each));
  const named = forUsers.flatMap((document) =>
    [...textOf(document).matchAll(/(?<![\w/.-])(?:[\w-]+\/)*[\w-]+(?:\.[a-z]+|\/)(?![\w/-])/g)].map(
      ([path]) => path,
    ),
  );
  // Sources and tests are for those who have a clone.
  const here = named.filter(
    (path) =>
      existsSync(join(root, path)) && !/^(?:src|test|scripts|package)\b|^assets\/$/.test(path),
  );
  const packed = ['README.md', 'LICENSE', 'build/', ...files];
  const isPacked = (path: string) =>
    packed.some((each) => each === path || (each.endsWith('/') && path.startsWith(each)));
  expect(here.length).toBeGreaterThan(5);
  expect([...new Set(here)].filter((path) => !isPacked(path))).toEqual([]);
});

test('every page is one click from the index or the README, and the README is short', () => {
  const from = ['README.md', 'docs/README.md', 'docs/decisions/log.md', 'docs/developers'];
  const led = links.filter(({ document }) => from.some((each) => document.startsWith(each)));
  const reached = new Set(led.map(({ file }) => file));
  const lost = documents.filter(
    (document) => !reached.has(document) && !/decisions/.test(document),
  );
  expect(lost).toEqual(['README.md'].filter((each) => !reached.has(each)));
  expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(131);
});
