import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const WORKBENCH = join(ROOT, 'src/workbench');
const PAGE = readFileSync(join(ROOT, 'docs/developers/univer.md'), 'utf8');

/** A name of Univer's elements, classes or private members, or one of its methods taken apart. */
const INNER = [
  /data-u-comp|\.-?univer-|univer-sheet|__editor_|rect-popup/,
  /\['_\w+'\]/,
  /(\w+)\.\w+ = \1\.\w+\.bind|= (\w+)\.\w+\.bind\(\2\)/,
];

function innerPartsIn(text: string): string[] {
  return INNER.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
}

describe('what reaches into Univer', () => {
  test.each([
    [`sheet.closest('[data-u-comp="slide-tab-item"]')`],
    [`.sheet .univer-popup { color: red }`],
    [`lexer['_resetTemp']()`],
    [`const show = alerts.showAlert.bind(alerts);`],
  ])('is found: %s', (text) => expect(innerPartsIn(text)).toHaveLength(1));

  test('is in one folder', () => {
    const files = readdirSync(WORKBENCH, { recursive: true, encoding: 'utf8' });
    const found = files
      .filter((file) => /\.(?:ts|css|html)$/.test(file) && !file.startsWith('univer'))
      .flatMap((file) =>
        innerPartsIn(readFileSync(join(WORKBENCH, file), 'utf8')).map((part) => `${file}: ${part}`),
      );
    expect(found).toEqual([]);
  });

  test('is called by the workbench, each part of it', () => {
    const files = readdirSync(WORKBENCH, { recursive: true, encoding: 'utf8' });
    const texts = files
      .filter((file) => file.endsWith('.ts'))
      .map((file) => ({ file, text: readFileSync(join(WORKBENCH, file), 'utf8') }));
    const idle = texts
      .filter(({ file }) => file.startsWith('univer'))
      .flatMap((own) =>
        [...own.text.matchAll(/^export function (\w+)/gm)]
          .map(([, name = '']) => name)
          .filter(
            (name) =>
              !texts.some(({ file, text }) => file !== own.file && text.includes(`${name}(`)),
          ),
      );
    expect(idle).toEqual([]);
  });

  test('is described file by file, each with a test that exists', () => {
    const rows = [...PAGE.matchAll(/^\| `([^`]+)` .*\| `(test\/[^`]+)` /gm)];
    const described = [...new Set(rows.map(([, file]) => file))];
    expect(described).toEqual(readdirSync(join(WORKBENCH, 'univer')).sort());
    const missing = rows.filter(([, , test = '']) => !existsSync(join(ROOT, test)));
    expect(missing.map(([, , test]) => test)).toEqual([]);
  });

  test('knows one version of Univer', () => {
    const { devDependencies = {}, dependencies = {} } = JSON.parse(
      readFileSync(join(ROOT, 'package.json'), 'utf8'),
    ) as Record<string, Record<string, string>>;
    const versions = Object.entries({ ...devDependencies, ...dependencies })
      .filter(([name]) => name.startsWith('@univerjs/'))
      .map(([, version]) => version);
    expect(new Set(versions)).toEqual(new Set(['0.25.1']));
    expect(PAGE).toContain('Univer 0.25.1');
  });
});
