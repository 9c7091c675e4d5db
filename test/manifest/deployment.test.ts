import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { deploymentOrigin, manifestFor } from '../../webpack/deployment-origin';
import { associationsIn } from './associations';

const root = join(__dirname, '../..');
const dist = join(root, 'dist');

const helpPages = () => [
  'help.html',
  ...readdirSync(join(dist, 'help')).map((name) => `help/${name}`),
];

// Read in the tests, so that a missing build is a failure and not a crash of the file.
const built = (name: string) => readFileSync(join(dist, name), 'utf8');

describe('the add-in’s page', () => {
  test('loads office.js in its head, then one classic script of ours, while it is drawn', () => {
    const page = built('taskpane.html').replace(/<!--.*?-->/gs, '');
    expect([...page.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<script src="https://appsforoffice.microsoft.com/lib/1/hosted/office.js" defer>',
      '<script src="functions.js" defer>',
    ]);
    expect(page.lastIndexOf('<script')).toBeLessThan(page.indexOf('</head>'));
  });

  test('associates the ribbon’s commands', () => {
    expect(associationsIn(join(dist, 'functions.js'), 'Office.actions')).toEqual([
      'convertCells',
      'explainCell',
      'openHelp',
      'recalculate',
      'refreshCells',
    ]);
  });

  test('has a classic script: a module would associate its functions too late', () => {
    const isModule = (text: string) =>
      ts
        .createSourceFile('functions.js', text, ts.ScriptTarget.Latest)
        .statements.some(
          (statement) => ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement),
        );
    expect(isModule(built('functions.js'))).toBe(false);
  });

  test('loads the pane’s code by hashed names, apart from the functions', () => {
    const chunks = readdirSync(dist).filter((name) =>
      /^(?!functions|map\.js|workbench).*\.js$/.test(name),
    );
    expect(chunks).toContainEqual(expect.stringMatching(/^pane\./));
    for (const name of chunks) expect(name).toMatch(/\.[0-9a-f]{6,}\.js$/);
    expect(built('functions.js')).not.toContain('react-dom');
  });

  test('says something where Excel does not answer', () => {
    expect(built('taskpane.html')).toContain('Locus works inside Excel');
  });

  test('ships no source maps', () => {
    expect(readdirSync(dist).filter((name) => name.endsWith('.map'))).toEqual([]);
  });
});

describe('the content security policy', () => {
  const policy = (page: string) => {
    const [, text = ''] = /Content-Security-Policy"?\s+content="([^"]*)"/.exec(built(page)) ?? [];
    return Object.fromEntries(
      text.split(';').map((directive) => {
        const [name = '', ...values] = directive.trim().split(/\s+/);
        return [name, values];
      }),
    );
  };

  test('of the add-in lets in own scripts and Microsoft’s, and https and loopback out', () => {
    expect(policy('taskpane.html')).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'", 'https://appsforoffice.microsoft.com'],
      'connect-src': ["'self'", 'https:', 'http://localhost:*', 'http://127.0.0.1:*'],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
    });
  });

  test('of the map’s window lets nothing out but to its own server', () => {
    expect(policy('map.html')).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'", 'https://appsforoffice.microsoft.com'],
      'connect-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
    });
  });

  test('of the workbench lets in own scripts alone', () => {
    expect(policy('workbench.html')).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
    });
  });

  test('of the help lets in nothing but its own style sheet and pictures', () => {
    for (const page of helpPages()) {
      expect(policy(page)).toEqual({
        'default-src': ["'none'"],
        'style-src': [expect.stringMatching(/^'sha256-.{43}='$/)],
        'img-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
      });
    }
  });

  test('comes before anything it governs', () => {
    for (const page of ['taskpane.html', 'map.html', 'workbench.html', ...helpPages()]) {
      const text = built(page);
      expect(text.indexOf('Content-Security-Policy')).toBeGreaterThan(0);
      expect(text.search(/<(script|link|style|img)\b/)).toBeGreaterThan(
        text.indexOf('Content-Security-Policy'),
      );
    }
  });
});

describe('a deployment', () => {
  const manifest = readFileSync(join(root, 'manifest.xml'), 'utf8');

  test('without an origin is for this machine', () => {
    expect(deploymentOrigin(undefined)).toBe('https://localhost:3000');
    expect(built('manifest.xml')).toBe(manifest);
  });

  test('has every file that its manifest names', () => {
    const paths = [...manifest.matchAll(/"https:\/\/localhost:3000\/([^"]*)"/g)].map(
      ([, path]) => path!,
    );
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(join(dist, path)))).toEqual([]);
  });

  test('comes with the unified manifest beside it, which names the same origin', () => {
    const unified = readFileSync(join(root, 'manifest.json'), 'utf8');
    expect(built('manifest.json')).toBe(unified);
    expect(manifestFor('https://locus.example.com', unified)).not.toContain('localhost');
  });

  test('elsewhere names that origin and no other', () => {
    const deployed = manifestFor('https://locus.example.com', manifest);
    expect(deployed).not.toContain('localhost');
    expect(deployed).toContain('"https://locus.example.com/taskpane.html"');
    expect(deployed).toContain('<AppDomain>https://locus.example.com</AppDomain>');
    // The functions' metadata goes through the same hands, with the addresses of their help.
    const metadata = manifestFor('https://locus.example.com', built('functions.json'));
    expect(metadata).toContain('"https://locus.example.com/help/LOCATTR.html"');
    expect(metadata).not.toContain('localhost');
  });

  test.each([
    ['https://locus.example.com', 'https://locus.example.com'],
    ['https://locus.example.com/', 'https://locus.example.com'],
    ['https://Locus.Example.com', 'https://locus.example.com'],
    ['https://locus.example.com:8443', 'https://locus.example.com:8443'],
  ])('takes %s', (given, origin) => {
    expect(deploymentOrigin(given)).toBe(origin);
  });

  test.each([
    ['http://locus.example.com', 'is not https'],
    ['locus.example.com', 'is no URL'],
    ['', 'is no URL'],
    [true, 'is no URL'],
    ['https://locus.example.com/addin', 'has more than scheme, host and port'],
    ['https://locus.example.com?x', 'has more than scheme, host and port'],
    ['https://user@locus.example.com', 'has more than scheme, host and port'],
    ['https://locus.example.com"/>', 'has more than scheme, host and port'],
  ])('refuses %s', (given, complaint) => {
    expect(() => deploymentOrigin(given)).toThrow(complaint);
  });
});
