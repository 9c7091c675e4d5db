import * as fc from 'fast-check';
import { canonicalJson, isJsonObject } from '../../../src/addin/workbook/json-document';
import type { Json } from '../../../src/addin/workbook/json-document';
import {
  readSettingsPart,
  SET_ASIDE_NAMESPACE,
  SETTINGS_NAMESPACE,
  writeSettingsPart,
} from '../../../src/addin/workbook/workbook-part';
import { setAsidePart } from '../../../src/addin/workbook/safe-parts';
import { readXmlElement } from '../../../src/addin/spreadsheet/xml-element';
import { rootNamespace } from '../../../src/addin/spreadsheet/workbook-parts';

const anyText = fc.string({ unit: 'binary', maxLength: 30 });
const loneSurrogates = fc.array(fc.constantFrom('\ud800', '\udc00', 'x', '\u0000', '\r', '\ufffe'));
const text = fc.oneof(
  anyText,
  loneSurrogates.map((units) => units.join('')),
  fc.constantFrom('__proto__', 'constructor', ']]>', '<!--', '&amp;', '<\'">', '\u0085\u2028'),
);
const { document } = fc.letrec<{ document: Json; json: Json }>((tie) => ({
  document: fc
    .array(fc.tuple(text, tie('json')), { maxLength: 5 })
    .map((fields) => Object.fromEntries(fields)),
  json: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
    fc.constantFrom(null, true, false),
    fc.array(tie('json'), { maxLength: 4 }),
    tie('document'),
  ),
}));

/** What XML 1.0 lets a document hold. */
const XML_CHARACTERS = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

describe('a part with settings', () => {
  it('comes back as it was written, whatever is in it, in characters that XML can carry', () => {
    fc.assert(
      fc.property(document, (json) => {
        fc.pre(isJsonObject(json));
        const xml = writeSettingsPart(json);
        expect(xml).toMatch(XML_CHARACTERS);
        expect(rootNamespace(xml)).toBe(SETTINGS_NAMESPACE);
        const reading = readSettingsPart(xml);
        expect(reading.kind).toBe('settings');
        // JSON has one zero; so does what comes back.
        if (reading.kind === 'settings') {
          expect(canonicalJson(reading.document)).toBe(canonicalJson(json));
        }
      }),
    );
  });

  it('is read after another program has written it anew', () => {
    const wanted = { kind: 'settings', document: { note: 'a < b & "c"' } };
    const json = '{"note":"a &lt; b &amp; \\"c\\""}';
    const attributes = `xmlns:l='${SETTINGS_NAMESPACE}' version = "1"`;
    for (const xml of [
      `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- saved -->\n<l:settings ${attributes}>${json}</l:settings>\n`,
      `<settings xmlns="${SETTINGS_NAMESPACE}" version="1">\n  <![CDATA[{"note":"a < b & \\"c\\""}]]>\n</settings>`,
      `<settings version="1" xmlns="${SETTINGS_NAMESPACE}">{&#34;note&#x22;:"a &lt; b<!-- x --> &#38; \\&quot;c\\&quot;"}</settings><!-- end -->`,
    ]) {
      expect(readSettingsPart(xml)).toEqual(wanted);
    }
  });

  const part = (inside: string, version = '1') =>
    `<settings xmlns="${SETTINGS_NAMESPACE}" version="${version}">${inside}</settings>`;

  it.each([
    ['nothing', ''],
    ['no XML', '{"models":{}}'],
    ['an open end', `<settings xmlns="${SETTINGS_NAMESPACE}" version="1">{}`],
    ['another element behind', `${part('{}')}<more/>`],
    ['elements inside', part('<models/>')],
    ['an entity of its own', `<!DOCTYPE x [<!ENTITY a "{}">]>${part('&a;')}`],
    ['an unknown entity', part('{"a":"&a;"}')],
    ['no version', `<settings xmlns="${SETTINGS_NAMESPACE}">{}</settings>`],
    ['a version of words', part('{}', 'one')],
    ['no JSON', part('{models}')],
    ['a list', part('[]')],
    ['half of it', part('{"models":{')],
    ['a thousand levels', part(`{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`)],
    ['a million brackets', part('['.repeat(1_000_000))],
    ['more than any workbook keeps', part(`{"a":"${'x'.repeat(3_000_000)}"}`)],
    ['a tag without an end', `<settings${' '.repeat(1_000_000)}`],
    ['a tag of attributes', `<settings${' a="b"'.repeat(200_000)}`],
  ])('is damaged with %s', (_, xml) => {
    expect(readSettingsPart(xml)).toEqual({ kind: 'damaged' });
  });

  it('is told from a newer one, also where that looks like nothing we know', () => {
    expect(readSettingsPart(part('{"models":{}}', '2'))).toEqual({
      kind: 'newer',
      document: { models: {} },
    });
    expect(readSettingsPart(part('<models><model/></models>', '17'))).toEqual({
      kind: 'newer',
      document: {},
    });
  });

  it('never throws, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, anyText.map(part)), (xml) => {
        expect(['settings', 'damaged']).toContain(readSettingsPart(xml).kind);
      }),
    );
  });

  it('keeps a damaged one whole where it is set aside', () => {
    fc.assert(
      fc.property(text, (xml) => {
        const inside = readXmlElement(setAsidePart(SET_ASIDE_NAMESPACE, xml))?.text ?? '';
        expect(JSON.parse(inside)).toBe(xml);
      }),
    );
  });
});
