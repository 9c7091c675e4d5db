import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '../../src/cli/exit-code';
import { runCommand } from '../../src/gateway/command-line';
import { documents, root, textOf } from '../documents/documents';
import { metricNames } from '../gateway/gateway-stage';

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(join(root, 'src', file), 'utf8'));
/** Pages of today: a decision may name what is no more. */
const pages = documents.filter((document) => !/decisions|CHANGELOG/.test(document)).map(textOf);

/** Sorted, each once. */
function found(texts: readonly string[], ...patterns: readonly RegExp[]): string[] {
  const all = texts.flatMap((text) =>
    patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name)),
  );
  return [...new Set(all)].sort();
}

describe('what people set and read is documented, and the reverse', () => {
  /** Between programs of Locus, or set by the system. */
  const INTERNAL = ['CI', 'DISPLAY', 'LOCUS_IS_OTHER_CELL', 'LOCUS_BUILDING', 'WAYLAND_DISPLAY'];
  /** Read by scripts and tests, or not by Locus at all. */
  const ELSEWHERE = [
    'CHROMIUM',
    'HEADED',
    'LOCUS_FUNCTION',
    'LOCUS_TOKEN',
    'LOCUS_URL',
    'NODE_EXTRA_CA_CERTS',
    'NODE_OPTIONS',
  ];

  test('environment variables', () => {
    const taken = sources.flatMap((text) =>
      [...text.matchAll(/const \{([^}]+)\} = (?:process\.env|environment);/g)].map(
        ([, names = '']) => names,
      ),
    );
    const read = [
      ...found(
        sources,
        /\benv(?:ironment)?\[?\.?'([A-Z][A-Z_]+)'/g,
        /\b(?:text|whole|oneOf|address|serviceAddress)\('([A-Z][A-Z_]+)'/g,
        /'(LOCUS_[A-Z_]+)'/g,
      ),
      ...found(taken, /([A-Z][A-Z_]+)/g),
    ].filter((name) => !INTERNAL.includes(name));
    const written = found(
      pages,
      /`((?:[A-Z]+_)+[A-Z]+|HOST|PORT|(?:LOCAL)?APPDATA|CHROMIUM)[=`]/g,
      /(LOCUS_[A-Z_]+)/g,
    );
    const documented = written.filter((name) => !/^LOC(?:ATTR|SCORE)_/.test(name));
    expect(documented.filter((name) => !ELSEWHERE.includes(name))).toEqual(
      [...new Set(read)].sort(),
    );
  });

  /** Of the tables of a page, the cells of a column. */
  const cells = (page: string, heading: string, column: number): string[] => {
    const section = textOf(page)
      .split(new RegExp(`^## ${heading}$`, 'm'))[1]
      ?.split(/^## /m)[0];
    const rows = section?.split('\n').filter((line) => line.startsWith('|')) ?? [];
    return rows.map((row) => row.split('|')[column] ?? '');
  };

  test('the gateway’s configuration file', () => {
    const fields = (schema: string, prefix = ''): string[] => {
      const start = `const ${schema} = z.strictObject({\n`;
      const source = sources.find((text) => text.includes(start));
      const own = source?.split(start)[1]?.split('\n});')[0] ?? '';
      return found([own], /^ {2}(\w+):/gm).map((field) => prefix + field);
    };
    const taken = [...fields('FILE'), ...fields('OIDC', 'oidc.')];
    const column = cells('docs/administrators/reference.md', 'Configuration', 2);
    expect(found(column, /`([a-z][\w.]+)`/g)).toEqual(taken.sort());
  });

  test('metrics', async () => {
    expect(found(pages, /`(locus_gateway_\w+)`/g)).toEqual(await metricNames());
  });

  test('exit codes', async () => {
    const ports = {
      environment: { LOCUS_ADMIN_URL: 'http://127.0.0.1:9' },
      write: () => undefined,
      complain: () => undefined,
      recover: () => Promise.resolve(''),
    };
    const ended = [['--help'], ['usage'], ['no-such-command']];
    const codes = await Promise.all(ended.map((args) => runCommand(args, ports)));
    const own = (page: string, heading: string): number[] =>
      cells(page, heading, 1).map(Number).filter(Number.isInteger);
    expect(own('docs/administrators/reference.md', 'Commands')).toEqual(codes);
    expect(own('docs/command-line.md', 'Output')).toEqual(Object.values(EXIT));
  });
});
