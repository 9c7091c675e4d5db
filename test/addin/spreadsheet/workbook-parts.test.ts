import { MAX_PART_BYTES, partsFault } from '../../../src/addin/spreadsheet/workbook-parts';
import { rootNamespace } from '../../../src/addin/spreadsheet/xml-element';

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

it.each([
  ['a document type', '<!DOCTYPE a [<!ENTITY b "bbb">]><a xmlns="urn:a">&b;</a>'],
  ['comments alone', '<!-- -->'.repeat(20_000)],
  ['an instruction without an end', `<?xml ${'?'.repeat(20_000)}`],
  ['a tag without an end', `<a ${'b="c" '.repeat(20_000)}`],
  ['signs alone', '<'.repeat(20_000)],
  ['an attribute twice', '<a b="" b="" xmlns="urn:a"/>'],
  ['an element without an end', '<a xmlns="urn:a">'],
  ['text behind the element', '<a xmlns="urn:a"/>x'],
])('a text with %s has none', (_what, xml) => expect(rootNamespace(xml)).toBeUndefined());

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
