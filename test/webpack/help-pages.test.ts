/** @jest-environment jsdom */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { helpPages } from '../../webpack/help-pages';
import { readHelpSources } from './help-sources';
import type { WrittenSources } from './help-sources';

let sources: WrittenSources;
let pages: ReadonlyMap<string, Document>;

beforeAll(async () => {
  sources = await readHelpSources();
  pages = parsed(sources);
});

test('there is an index, and a page for each function where its helpUrl says', () => {
  const addresses = sources.metadata.functions.map(({ helpUrl }) => new URL(helpUrl).pathname);
  expect([...pages.keys()]).toEqual(['help.html', ...addresses.map((path) => path.slice(1))]);
});

describe('every page', () => {
  test('leads to all others and to nothing that is not there', () => {
    for (const [path, page] of pages) {
      const targets = [...page.querySelectorAll('a[href], link[href], img[src]')].map((each) => {
        const address = each.getAttribute('href') ?? each.getAttribute('src') ?? '';
        return { address, file: posix.join(posix.dirname(path), address) };
      });
      const inside = targets.filter(({ address }) => !address.startsWith('#'));
      const missing = inside.filter(
        ({ file }) => !pages.has(file) && !existsSync(join(ROOT, file)),
      );
      expect(missing).toEqual([]);
      const nav = [...page.querySelectorAll('nav a')].map((a) => a.getAttribute('href') ?? '');
      const led = nav.map((address) => posix.join(posix.dirname(path), address));
      expect(led).toEqual([...pages.keys()]);
      for (const { address } of targets.filter(({ address }) => address.startsWith('#'))) {
        expect(page.getElementById(address.slice(1))).not.toBeNull();
      }
    }
  });

  test('has no script, and of styles the one that its policy knows', () => {
    for (const page of pages.values()) {
      expect(page.querySelectorAll('script, iframe, object, form, base')).toHaveLength(0);
      const all = [...page.querySelectorAll('*')];
      const attributes = all.flatMap((each) => each.getAttributeNames());
      expect(attributes.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
      const [style, ...more] = page.querySelectorAll('style');
      expect(more).toEqual([]);
      const hash = createHash('sha256')
        .update(style?.textContent ?? '')
        .digest('base64');
      const policy = page.querySelector('meta[http-equiv]')?.getAttribute('content');
      expect(policy).toContain(`style-src 'sha256-${hash}'`);
    }
  });

  test('can be found one’s way in without seeing it', () => {
    for (const [path, page] of pages) {
      expect(page.documentElement.lang).toBe('en');
      expect(page.title).toMatch(/Locus.* ?help/);
      expect(page.querySelectorAll('main, header, nav[aria-label]')).toHaveLength(3);
      expect(page.querySelectorAll('nav [aria-current="page"]')).toHaveLength(1);
      const levels = [...page.querySelectorAll('h1, h2, h3')].map(({ tagName }) =>
        Number(tagName[1]),
      );
      expect(levels[0]).toBe(1);
      levels.slice(1).forEach((level, index) => {
        expect({ path, level }).not.toEqual({ path, level: 1 });
        expect(level - (levels[index] ?? 0)).toBeLessThanOrEqual(1);
      });
      for (const image of page.querySelectorAll('img'))
        expect(image.hasAttribute('alt')).toBe(true);
      const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test('has no sentence with a hole in it', () => {
    for (const page of pages.values()) {
      expect(page.body.textContent).not.toMatch(/undefined|NaN|\[object|`|\*\*/);
    }
  });
});

describe('a function’s page', () => {
  const page = (id: string): Document => {
    const found = pages.get(`help/${id}.html`);
    if (found === undefined) throw new Error(`no page of ${id}`);
    return found;
  };
  const textOf = (node: ParentNode, selector: string): string[] =>
    [...node.querySelectorAll(selector)].map(({ textContent }) => squeezed(textContent ?? ''));

  test('says what Excel says of it and of each parameter, and which may be left out', () => {
    for (const { id, description, parameters } of sources.metadata.functions) {
      expect(textOf(page(id), '.lead')).toEqual([squeezed(description)]);
      expect(textOf(page(id), 'dt code')).toEqual(parameters.map(({ name }) => name));
      expect(textOf(page(id), 'dd')).toEqual(parameters.map((each) => each.description));
      const optional = parameters.filter((each) => each.optional === true);
      expect(textOf(page(id), 'dt .tag')).toHaveLength(optional.length);
    }
  });

  test('has at least three examples, each a row that the tests calculate', () => {
    for (const { id } of sources.metadata.functions) {
      const rows = sources.rows.filter(({ example }) => example?.page === id);
      expect(rows.length).toBeGreaterThanOrEqual(3);
      for (const row of rows) expect(row.formula).toMatch(new RegExp(`^=${id}\\(`));
      expect(textOf(page(id), '.bar code')).toEqual(rows.map(({ formula }) => formula));
    }
  });

  test('shows of an example what the table says that its cells show', () => {
    for (const { id } of sources.metadata.functions) {
      const rows = sources.rows.filter(({ example }) => example?.page === id);
      const figures = [...page(id).querySelectorAll('figure')];
      rows.forEach((row, index) => {
        const figure = figures[index];
        if (figure === undefined) throw new Error(`${row.formula} is not shown`);
        const shown = [row.shows].flat(2).map(String);
        const said = shown.map((text) => text.replace(/^(#VALUE!|#N\/A) .*/, '$1'));
        const cells = textOf(figure, 'td.shown');
        expect(cells.map(roughly)).toEqual(said.map(roughly));
        const messages = shown.flatMap((text) => /^#\S+ (.*)/.exec(text)?.[1] ?? []);
        expect(textOf(figure, '.said li').map((text) => text.replace(/^\S+ says: /, ''))).toEqual(
          messages,
        );
      });
    }
  });

  test('says that the numbers of its examples are made up where a service would give them', () => {
    for (const { id } of sources.metadata.functions) {
      const asks = sources.rows.some(({ example, calls }) => example?.page === id && calls > 0);
      if (asks) expect(page(id).body.textContent).toContain('These numbers are made up');
    }
  });

  test('tells every message that its cells can have, and no other', () => {
    for (const { id } of sources.metadata.functions) {
      const said = new Set(textOf(page(id), '.messages li'));
      const told = sources.messages.filter(({ messages: [plain = ''] }) => said.has(plain));
      expect({ id, codes: told.map(({ code }) => code) }).toEqual({ id, codes: codesOf(id) });
    }
  });

  test('tells what the table of formulas says about its arguments', () => {
    const text = squeezed(page('LOCATTR').querySelector('details')?.textContent ?? '');
    expect(text).toContain('Latitude is blank or 0: enter both, or leave both blank.');
    expect(text).not.toContain('The pincode');
    expect(text.match(/Latitude \S+ is outside -90 to 90: correct it\./g)).toHaveLength(1);
  });
});

test('the index tells every message of the table', () => {
  const items = [...(pages.get('help.html')?.querySelectorAll('.messages li') ?? [])];
  const said = items.map(({ textContent }) => squeezed(textContent ?? ''));
  for (const { messages } of sources.messages) expect(said).toContain(messages[0]);
});

describe('the build fails', () => {
  const failing = (changes: Partial<WrittenSources>) => () => helpPages({ ...sources, ...changes });
  const wordsOf = (change: (all: Record<string, unknown>) => void) => {
    const words = structuredCloneOf(sources.words);
    change(words.functions as Record<string, unknown>);
    return { words };
  };

  test('where a function has no words', () => {
    expect(failing(wordsOf((all) => delete all.LOCVARS))).toThrow('no words for LOCVARS');
  });

  test('where words are for no function', () => {
    const change = wordsOf((all) => Object.assign(all, { LOCNOTHING: all.LOCVARS }));
    expect(failing(change)).toThrow('explains what is no function: LOCNOTHING');
  });

  test('where words name an error that is not', () => {
    const { LOCVARS } = sources.words.functions;
    const change = wordsOf((all) =>
      Object.assign(all, { LOCVARS: { ...LOCVARS, errors: ['lost'] } }),
    );
    expect(failing(change)).toThrow('the help of LOCVARS names no error: lost');
  });

  test('where an example would spill over what its sheet holds', () => {
    const row = {
      ...sources.rows[0],
      example: { page: 'LOCATTR', cell: 'A1' },
      sheet: { A1: [[1]] },
    };
    expect(failing({ rows: [row as never] })).toThrow('the example at A1 covers A1');
  });
});

test('whatever a source holds is text on the page', () => {
  const hostile = '<img src=x onerror=alert(1)> & "quoted" </title><script>';
  const [first, ...others] = sources.metadata.functions;
  if (first === undefined) throw new Error('no function');
  const metadata = { functions: [{ ...first, description: hostile }, ...others] };
  const rows = sources.rows.map((row) => (row.example ? { ...row, what: hostile } : row));
  const written = parsed({ ...sources, metadata, rows });
  for (const page of written.values()) {
    expect(page.querySelectorAll('script, [onerror]')).toHaveLength(0);
  }
  const { textContent } = written.get(`help/${first.id}.html`)?.querySelector('.lead') ?? document;
  expect(textContent).toBe(hostile);
});

test('every text stands out from what lies behind it, by day and by night', () => {
  const [day = '', night = ''] = sources.style.split('@media (prefers-color-scheme: dark)');
  for (const scheme of [day, night]) {
    const colour = coloursOf(scheme);
    for (const text of ['text', 'soft', 'accent', 'error']) {
      for (const behind of ['page', 'panel', 'mark']) {
        const ratio = contrast(colour(text), colour(behind));
        expect({ text, behind, isReadable: ratio >= 4.5 }).toEqual({
          text,
          behind,
          isReadable: true,
        });
      }
    }
  }
});

const ROOT = join(__dirname, '../..');

function parsed(from: WrittenSources): ReadonlyMap<string, Document> {
  const parser = new DOMParser();
  return new Map(
    helpPages(from).map(({ path, text }) => [path, parser.parseFromString(text, 'text/html')]),
  );
}

/** Of those who ask the service all but what another kind of question is about. */
function codesOf(id: string): readonly string[] {
  const codes = sources.messages.map(({ code }) => code);
  if (id.startsWith('LOCATTR')) return codes.filter((code) => code !== 'unknown-model');
  if (id.startsWith('LOCSCORE')) return codes.filter((code) => code !== 'invalid-variable');
  return ['invalid-argument'];
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Numbers are shown with two decimals. */
function roughly(text: string): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text).toFixed(2) : text;
}

function structuredCloneOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

function coloursOf(css: string): (name: string) => string {
  const found = new Map([...css.matchAll(/--(\w+): (#[0-9a-f]{3,6});/g)].map(([, n, c]) => [n, c]));
  return (name) => {
    const colour = found.get(name);
    if (colour === undefined) throw new Error(`no colour --${name}`);
    return colour;
  };
}

/** As WCAG 2 defines it. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const digits = colour.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3');
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
