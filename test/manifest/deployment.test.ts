import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { deploymentOrigin, manifestFor } from '../../webpack/deployment-origin';

const root = join(__dirname, '../..');
const dist = join(root, 'dist');

interface FunctionsMetadata {
  readonly functions: readonly {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly helpUrl: string;
    readonly options: Readonly<Record<string, boolean>>;
    readonly parameters: readonly { name: string; optional?: boolean; dimensionality?: string }[];
    readonly result: { readonly dimensionality?: string };
    readonly allowErrorForDataTypeAny: boolean;
  }[];
}

/** Frozen by the first release; a new parameter can only be optional, and last. */
const SIGNATURES = {
  LOCATTR: ['lat', 'lng', 'variables'],
  LOCATTR_ADDRESS: ['address', 'pincode', 'variables'],
  LOCSCORE: ['model', 'address', '[date]', '[custom_variables]'],
  LOCSCORE_COORDS: ['model', 'lat', 'lng', '[date]', '[custom_variables]'],
  LOCVARS: ['names', 'values'],
  LOCCATALOG: ['[search]'],
};

// Read in the tests, so that a missing build is a failure and not a crash of the file.
const built = (name: string) => readFileSync(join(dist, name), 'utf8');
const metadata = () => JSON.parse(built('functions.json')) as FunctionsMetadata;

describe('functions.json', () => {
  test('declares each function with its frozen parameters', () => {
    const declared = metadata().functions.map(({ id, parameters }) => [
      id,
      parameters.map(({ name, optional }) => (optional === true ? `[${name}]` : name)),
    ]);
    expect(Object.fromEntries(declared)).toEqual(SIGNATURES);
  });

  test('has the ids that the bundle associates, and no others', () => {
    const ids = metadata().functions.map(({ id }) => id);
    expect(associated('CustomFunctions')).toEqual([...ids].sort());
  });

  test('gives ids that a workbook can store', () => {
    for (const { id, name } of metadata().functions) {
      expect(id).toMatch(/^[A-Z0-9_]+$/);
      expect(name).toBe(id);
    }
  });

  test('lets every argument be a range, and every result spill', () => {
    for (const { parameters, result } of metadata().functions) {
      expect(result.dimensionality).toBe('matrix');
      for (const { dimensionality } of parameters) expect(dimensionality).toBe('matrix');
    }
  });

  test('lets an argument hold an error, so that it spoils its own row alone', () => {
    for (const each of metadata().functions) expect(each.allowErrorForDataTypeAny).toBe(true);
  });

  test('makes nothing volatile or streaming, which would cost credits at every recalculation', () => {
    for (const { options } of metadata().functions) {
      expect(options).not.toHaveProperty('volatile');
      expect(options).not.toHaveProperty('stream');
    }
  });

  test('explains each function in one line, and links to help that is there', () => {
    for (const { id, description, helpUrl } of metadata().functions) {
      expect(description).toMatch(/^[^\n]{20,}$/);
      expect(helpUrl).toBe(`https://localhost:3000/help.html#${id}`);
      expect(built('help.html')).toContain(`id="${id}"`);
    }
  });
});

describe('the add-in’s page', () => {
  test('loads office.js in its head, then one classic script of ours', () => {
    const page = built('taskpane.html').replace(/<!--.*?-->/gs, '');
    expect([...page.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<script src="https://appsforoffice.microsoft.com/lib/1/hosted/office.js">',
      '<script src="functions.js">',
    ]);
    expect(page.indexOf('office.js')).toBeLessThan(page.indexOf('</head>'));
  });

  test('associates the ribbon’s commands', () => {
    expect(associated('Office.actions')).toEqual(['openHelp', 'recalculate']);
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
    const chunks = readdirSync(dist).filter((name) => /^(?!functions|workbench).*\.js$/.test(name));
    expect(chunks).toContainEqual(expect.stringMatching(/^pane\./));
    for (const name of chunks) expect(name).toMatch(/\.[0-9a-f]{16,}\.js$/);
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

  test('of the workbench lets in own scripts alone', () => {
    expect(policy('workbench.html')).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
    });
  });

  test('comes before anything it governs', () => {
    for (const page of ['taskpane.html', 'workbench.html', 'help.html']) {
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

  test('elsewhere names that origin and no other', () => {
    const deployed = manifestFor('https://locus.example.com', manifest);
    expect(deployed).not.toContain('localhost');
    expect(deployed).toContain('"https://locus.example.com/taskpane.html"');
    expect(deployed).toContain('<AppDomain>https://locus.example.com</AppDomain>');
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

/** The names that functions.js associates through that object: `CustomFunctions.associate(…)`. */
function associated(through: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === `${through}.associate`) {
      const [name] = node.arguments;
      if (name !== undefined && ts.isStringLiteralLike(name)) names.push(name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('functions.js', built('functions.js'), ts.ScriptTarget.Latest, true));
  return names.sort();
}
