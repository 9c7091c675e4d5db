import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../..');
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];

test('the pictures of the architecture are those of the imports', () => {
  const check = ['scripts/make/architecture.mjs', '--check'];
  expect(() => execFileSync(process.execPath, check, { cwd: root, stdio: 'pipe' })).not.toThrow();
});

test('the pages link to files that are there', () => {
  const missing = documents.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)];
    return links
      .map(([, link]) => link as string)
      .filter((link) => !existsSync(join(root, dirname(document), link)))
      .map((link) => `${document}: ${link}`);
  });
  expect(missing).toEqual([]);
});

test('every file that a page of today names is there', () => {
  for (const document of documents.filter((each) => !/decisions|benchmarks/.test(each))) {
    const text = readFileSync(join(root, document), 'utf8');
    const named = [...text.matchAll(/`((?:src|test|scripts)\/[\w./-]+\.\w+)`/g)];
    const missing = named.map(([, file]) => file as string);
    expect(missing.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  }
});
