import {
  MAX_PART_BYTES,
  partsFault,
  rootNamespace,
} from '../../../src/addin/spreadsheet/workbook-parts';

const LONG = 'x'.repeat(20_000_000);

it.each([
  ['<a xmlns="urn:a"/>', 'urn:a'],
  ["<a xmlns='urn:a'>x</a>", 'urn:a'],
  [
    '<?xml version="1.0"?>\n<!-- b --><!----><a b="1" xmlns="urn:a"><c xmlns="urn:c"/></a>',
    'urn:a',
  ],
  ['\uFEFF<p:a xmlns:p="urn:a?x=1&amp;y=2" xmlns="urn:b"/>', 'urn:a?x=1&y=2'],
  ['<a xmlns="urn:&lt;a&gt;&amp;lt;"/>', 'urn:<a>&lt;'],
])('the root of %j has its namespace', (xml, namespace) => {
  expect(rootNamespace(xml)).toBe(namespace);
});

it.each([
  '<a/>',
  '<p:a xmlns="urn:a"/>',
  '<a><b xmlns="urn:a"/></a>',
  '<!-- <a xmlns="urn:a"/> -->',
  '<a xmlns=urn:a/>',
  'text <a xmlns="urn:a"/>',
  '',
])('%j has none', (xml) => expect(rootNamespace(xml)).toBeUndefined());

it('a hostile text ends the search like any other', () => {
  const hostile = [
    '<!-- -->'.repeat(20_000),
    `<?xml ${'?'.repeat(20_000)}`,
    `<a ${'b="c" '.repeat(20_000)}`,
    `<a${' '.repeat(20_000)}xmlns`,
    '<'.repeat(20_000),
    `<!--${LONG}`,
    `<a b="${LONG}`,
    `<${LONG}`,
    `<a ${'b="" '.repeat(1_000_000)} xmlns="urn:a"/>`,
  ];
  for (const xml of hostile) expect(rootNamespace(xml)).toBeUndefined();
});

it.each([
  ['comment', `<!--${LONG}--><a xmlns="urn:a"/>`],
  ['instruction', `<?x ${LONG}?><a xmlns="urn:a"/>`],
  ['attribute', `<a b="${LONG}" xmlns="urn:a"/>`],
])('a %s may be as long as a file can hold', (_what, xml) => {
  expect(rootNamespace(xml)).toBe('urn:a');
});

it('a part is measured in bytes, not in letters', () => {
  const around = '<a xmlns="urn:a"></a>'.length;
  const letters = MAX_PART_BYTES / 2 - around;
  const fits = `<a xmlns="urn:a">${'é'.repeat(letters)}</a>`;
  expect(partsFault('urn:a', [fits])).toBeUndefined();
  expect(partsFault('urn:a', [fits.replace('é', 'é'.repeat(around))])).toMatch(/1 MB/);
});

it('parts need a namespace', () => {
  expect(partsFault(' ', [])).toMatch(/namespace/);
});
