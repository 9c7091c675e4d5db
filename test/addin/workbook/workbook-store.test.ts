import * as fc from 'fast-check';
import type { WorkbookModel } from '../../../src/addin/spreadsheet/host';
import {
  readXmlElement,
  rootNamespace,
  xmlElement,
} from '../../../src/addin/spreadsheet/xml-element';
import {
  createWorkbookStore,
  readSettingsPart,
  SET_ASIDE_NAMESPACE,
  SETTINGS_NAMESPACE,
  type WorkbookStore,
  writeSettingsPart,
} from '../../../src/addin/workbook/workbook-store';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';
import type { FakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';

const shops: WorkbookModel = {
  alias: 'Shops',
  modelId: 'store-potential',
  note: 'of 2026',
  variables: [
    { name: 'floor_area', kind: 'number', fallback: 120 },
    { name: 'format', kind: 'text' },
  ],
};
const demand: WorkbookModel = { ...shops, alias: 'Demand', modelId: 'delivery-demand' };

function open(held: readonly string[] = [], credential?: string) {
  const fake = createFakeWorkbookParts(held);
  let time = 1_000;
  const another = (): WorkbookStore =>
    createWorkbookStore({
      parts: fake.parts,
      now: () => (time += 1),
      credential: () => credential,
    });
  return { fake, another, store: another(), turnBack: () => void (time = 0) };
}

function part(document: unknown, version = '1'): string {
  const json = JSON.stringify(document).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<settings xmlns="${SETTINGS_NAMESPACE}" version="${version}">${json}</settings>`;
}

function partsIn(fake: FakeWorkbookParts, namespace: string): string[] {
  return fake.held.filter((xml) => rootNamespace(xml) === namespace);
}

const aliases = (store: WorkbookStore) => store.current().settings.models.map(({ alias }) => alias);

describe('the settings of a workbook', () => {
  it('are being read at first, and then tell what the workbook holds', async () => {
    const first = open();
    await first.store.edit([{ kind: 'put-model', model: shops }]);
    const store = first.another();
    expect(store.current().reading).toEqual({ kind: 'reading' });
    await store.whenRead();
    expect(store.current().reading).toEqual({ kind: 'read' });
    expect(store.current().settings.models).toEqual([shops]);
    expect(store.current().settings.modelOf(' sHOPS ')).toEqual(shops);
    expect(store.current().settings.modelOf('constructor')).toBeUndefined();
  });

  it.each([
    ['in parts without end', Array.from({ length: 1_000 }, () => part({}))],
    [
      'of a size that nobody wrote',
      [part({ a: 'x'.repeat(1_100_000) }), part({ b: 'y'.repeat(1_000_000) })],
    ],
  ])('%s are left alone, and it is said', async (_what, held) => {
    const { store, fake } = open(held);
    await store.whenRead();
    expect(store.current().reading).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('more settings than Locus can read'),
    });
    expect(await store.edit([{ kind: 'put-model', model: shops }])).toMatchObject({
      kind: 'failed',
    });
    expect(fake.held).toEqual(held);
  });

  it('lose what an earlier Locus kept of formulas with the next thing that is saved', async () => {
    const former = [
      '<frozen xmlns="urn:locus:frozen"/>',
      '<a xmlns="urn:locus:frozen:set-aside"/>',
    ];
    const { store, fake } = open([...former, '<b xmlns="urn:other"/>']);
    await store.edit([{ kind: 'put-model', model: shops }]);
    expect(fake.held.map(rootNamespace)).toEqual(['urn:other', SETTINGS_NAMESPACE]);
  });

  it('leave the workbook as it is until something is changed', async () => {
    const damaged = `<settings xmlns="${SETTINGS_NAMESPACE}" version="1">{</settings>`;
    const { store, fake } = open([damaged, '<other xmlns="urn:x"/>']);
    await store.whenRead();
    expect(fake.held).toEqual([damaged, '<other xmlns="urn:x"/>']);
  });

  it('take a model, another alias for it, and its removal; the default goes along', async () => {
    const { store } = open();
    const told: string[][] = [];
    store.subscribe(() => told.push(aliases(store)));
    await store.edit([
      { kind: 'put-model', model: shops },
      { kind: 'choose-default', alias: 'Shops' },
    ]);
    await store.edit([{ kind: 'put-model', model: demand }]);
    await store.edit([
      { kind: 'put-model', model: { ...shops, alias: 'Stores' }, replaces: 'shops' },
    ]);
    expect(store.current().settings.defaultModel?.alias).toBe('Stores');
    await store.edit([{ kind: 'remove-model', alias: 'Stores' }]);
    expect(store.current().settings.defaultModel).toBeUndefined();
    await store.edit([{ kind: 'put-model', model: { ...shops, alias: 'Stores' } }]);
    expect(told).toEqual([
      [],
      ['Shops'],
      ['Demand', 'Shops'],
      ['Demand', 'Stores'],
      ['Demand'],
      ['Demand', 'Stores'],
    ]);
  });

  it('refuse an alias that is taken, and then change nothing at all', async () => {
    const { store, fake } = open();
    await store.edit([{ kind: 'put-model', model: shops }]);
    const before = [...fake.held];
    expect(
      await store.edit([
        { kind: 'put-model', model: demand },
        { kind: 'put-model', model: { ...demand, alias: 'SHOPS' } },
      ]),
    ).toEqual({ kind: 'not-saved', reason: 'taken' });
    expect(fake.held).toEqual(before);
    expect(aliases(store)).toEqual(['Shops']);
  });

  it('hold 500 models, and say so', async () => {
    const { store } = open();
    const models = Array.from({ length: 500 }, (_, index) => ({
      kind: 'put-model' as const,
      model: { ...shops, alias: `Model ${index}` },
    }));
    expect(await store.edit(models)).toEqual({ kind: 'saved' });
    expect(await store.edit([{ kind: 'put-model', model: shops }])).toEqual({
      kind: 'not-saved',
      reason: 'too-many',
    });
  });

  it('keep what a later version wrote beside ours: sections, and fields of an entry', async () => {
    const frozen = { 'Sheet1!A1': { at: 3, formula: '=LOCATTR(1,2,"x")' } };
    const { store, fake } = open([
      part({
        frozen,
        models: { shops: { at: 5, alias: 'Shops', modelId: 'x', colour: 'red' }, odd: 7 },
      }),
    ]);
    await store.edit([{ kind: 'put-model', model: shops, replaces: 'Shops' }]);
    const [xml = ''] = partsIn(fake, SETTINGS_NAMESPACE);
    expect(xml).toContain('"frozen":{"Sheet1!A1"');
    expect(xml).toContain('"colour":"red"');
    expect(xml).toContain('"odd":7');
  });

  it('carry named sets of variables and options too', async () => {
    const { store, another } = open();
    await store.edit([
      { kind: 'put-set', set: { name: 'People', names: ['w_pop_tt', 'w_pop_tt_500'] } },
      { kind: 'put-set', set: { name: 'Shops', names: ['p_retail_gc_np'] } },
      { kind: 'set-option', name: 'carries-answers', value: true },
    ]);
    await store.edit([
      { kind: 'put-set', set: { name: 'Folk', names: ['w_pop_tt'] }, replaces: 'people' },
      { kind: 'remove-set', name: 'SHOPS' },
    ]);
    const copy = another();
    await copy.whenRead();
    expect(copy.current().settings.variableSets).toEqual([{ name: 'Folk', names: ['w_pop_tt'] }]);
    expect([...copy.current().settings.options]).toEqual([['carries-answers', true]]);
  });

  it('leave a newer part alone, use what they understand of it and refuse every change', async () => {
    const newer = part({ models: { shops: { at: 1, alias: 'Shops', modelId: 'x' } } }, '2');
    const { store, fake } = open([newer]);
    await store.whenRead();
    expect(store.current().reading).toEqual({ kind: 'newer' });
    expect(store.current().settings.modelOf('shops')?.modelId).toBe('x');
    expect(await store.edit([{ kind: 'put-model', model: demand }])).toEqual({
      kind: 'not-saved',
      reason: 'newer',
    });
    expect(fake.held).toEqual([newer]);
  });

  it('set a damaged part aside, whole, before the first change; the rest goes on', async () => {
    const damaged = `<settings xmlns="${SETTINGS_NAMESPACE}" version="1">{"models":</settings>`;
    const { store, fake } = open([
      damaged,
      part({ models: { demand: { at: 1, alias: 'Demand', modelId: 'd' } } }),
    ]);
    await store.whenRead();
    expect(store.current().reading).toEqual({ kind: 'damaged' });
    expect(aliases(store)).toEqual(['Demand']);
    expect(await store.edit([{ kind: 'put-model', model: shops }])).toEqual({ kind: 'saved' });
    expect(store.current().reading).toEqual({ kind: 'read' });
    expect(aliases(store)).toEqual(['Demand', 'Shops']);
    expect(partsIn(fake, SETTINGS_NAMESPACE)).toHaveLength(1);
    const [aside = ''] = partsIn(fake, SET_ASIDE_NAMESPACE);
    expect(aside).toContain('{\\"models\\":&lt;/settings&gt;');
  });

  it('change nothing where a damaged part is too large to set aside', async () => {
    const damaged = part({}).replace('{}', 'x'.repeat(1_500_000));
    const { store, fake } = open([damaged]);
    expect(await store.edit([{ kind: 'put-model', model: shops }])).toMatchObject({
      kind: 'failed',
    });
    expect(fake.held).toEqual([damaged]);
  });

  it('count several parts as one, and write one', async () => {
    const { store, fake } = open([
      part({ models: { a: { at: 1, alias: 'A', modelId: 'old' } } }),
      part({ models: { a: { at: 2, alias: 'A', modelId: 'new' }, b: { at: 1, removed: true } } }),
      part({ models: { b: { at: 2, alias: 'B', modelId: 'b' } } }),
    ]);
    await store.whenRead();
    expect(aliases(store)).toEqual(['A', 'B']);
    expect(store.current().settings.modelOf('a')?.modelId).toBe('new');
    await store.edit([{ kind: 'remove-model', alias: 'b' }]);
    expect(partsIn(fake, SETTINGS_NAMESPACE)).toHaveLength(1);
  });

  it('keep what another copy of the add-in has written meanwhile', async () => {
    const { store, another } = open();
    const other = another();
    await Promise.all([
      store.edit([{ kind: 'put-model', model: shops }]),
      store.edit([{ kind: 'put-model', model: { ...shops, alias: 'Cafes' } }]),
    ]);
    await other.edit([{ kind: 'put-model', model: demand }]);
    expect(aliases(other)).toEqual(['Cafes', 'Demand', 'Shops']);
    await store.read();
    expect(aliases(store)).toEqual(['Cafes', 'Demand', 'Shops']);
  });

  it('let the change of now win over a stamp from a clock that ran ahead', async () => {
    const { store, turnBack } = open();
    await store.edit([{ kind: 'put-model', model: shops }]);
    turnBack();
    await store.edit([
      { kind: 'put-model', model: { ...shops, modelId: 'later' }, replaces: 'Shops' },
    ]);
    await store.read();
    expect(store.current().settings.modelOf('shops')?.modelId).toBe('later');
  });

  it('belong to the workbook that is open: another one brings its own', async () => {
    const { store, fake } = open();
    await store.edit([{ kind: 'put-model', model: shops }]);
    const late = store.edit([{ kind: 'put-model', model: { ...shops, alias: 'Late' } }]);
    fake.open([part({ models: { demand: { at: 1, alias: 'Demand', modelId: 'd' } } })]);
    expect(store.current().reading).toEqual({ kind: 'reading' });
    expect(aliases(store)).toEqual([]);
    await store.whenRead();
    await late;
    expect(aliases(store)).not.toContain('Shops');
    expect(aliases(store)).toContain('Demand');
  });

  it('take no edit that was made while another workbook was open, however many waited', async () => {
    const { store, fake } = open();
    await store.edit([{ kind: 'put-model', model: shops }]);
    const made = [shops, demand, { ...shops, alias: 'Late' }].map((model) =>
      store.edit([{ kind: 'put-model', model }]),
    );
    fake.open([]);
    const own = store.edit([{ kind: 'put-model', model: { ...shops, alias: 'Own' } }]);
    const refused = { kind: 'not-saved', reason: 'another-workbook' };
    expect(await Promise.all(made)).toEqual([refused, refused, refused]);
    expect(await own).toEqual({ kind: 'saved' });
    expect(aliases(store)).toEqual(['Own']);
  });

  it('set nothing of one workbook aside in another', async () => {
    const { store, fake } = open([part({}).replace('{}', '{{')]);
    await store.whenRead();
    const late = store.edit([{ kind: 'put-model', model: shops }]);
    // Its turn, and the first look at what is there.
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
    fake.open([]);
    expect(await late).toEqual({ kind: 'not-saved', reason: 'another-workbook' });
    expect(fake.held).toEqual([]);
  });

  it('can be changed again after an edit that threw', async () => {
    const { parts } = createFakeWorkbookParts();
    let isBroken = true;
    const store = createWorkbookStore({
      parts,
      now: () => 1,
      credential() {
        if (isBroken) throw new Error('sk-secret');
        return undefined;
      },
    });
    const broken = await store.edit([{ kind: 'put-model', model: shops }]);
    expect(broken).toMatchObject({ kind: 'failed' });
    expect(JSON.stringify(broken)).not.toContain('sk-secret');
    isBroken = false;
    expect(await store.edit([{ kind: 'put-model', model: shops }])).toEqual({ kind: 'saved' });
  });

  it('say why the workbook cannot be asked, and are read when it can', async () => {
    const { store, fake } = open();
    await store.edit([{ kind: 'put-model', model: shops }]);
    fake.fail('Excel is busy.');
    await store.read();
    expect(store.current().reading).toEqual({ kind: 'failed', message: 'Excel is busy.' });
    expect(aliases(store)).toEqual(['Shops']);
    expect(await store.edit([{ kind: 'put-model', model: demand }])).toEqual({
      kind: 'failed',
      message: 'Excel is busy.',
    });
    fake.fail(undefined);
    await store.read();
    expect(store.current().reading).toEqual({ kind: 'read' });
  });

  it('end in words where the host breaks its promise', async () => {
    const { parts } = createFakeWorkbookParts();
    const broken = () => Promise.reject(new Error('sk-secret'));
    const store = createWorkbookStore({
      parts: { ...parts, read: broken, write: broken },
      now: () => 1,
      credential: () => undefined,
    });
    await store.whenRead();
    expect(store.current().reading).toMatchObject({ kind: 'failed' });
    expect(JSON.stringify(store.current().reading)).not.toContain('sk-secret');
  });

  it.each([
    { ...shops, note: 'key: sk-"live"-123456' },
    { ...shops, modelId: 'sk-"live"-123456' },
    { ...shops, variables: [{ name: 'x', kind: 'text' as const, fallback: 'sk-"live"-123456' }] },
  ])('never take the key, wherever somebody pasted it', async (model) => {
    const { store, fake } = open([], 'sk-"live"-123456');
    expect(await store.edit([{ kind: 'put-model', model }])).toEqual({
      kind: 'not-saved',
      reason: 'secret',
    });
    expect(fake.held).toEqual([]);
  });
});

describe('a hostile workbook', () => {
  it('gives only entries that a person could have typed, and none of its names an object', async () => {
    const entry = (alias: string, more: object = {}) => ({ at: 1, alias, modelId: 'x', ...more });
    const models = Object.fromEntries([
      ['__proto__', entry('__proto__')],
      ['constructor', entry('constructor')],
      ['<img onerror=alert(1)>', entry('<img onerror=alert(1)>')],
      ['shops', entry('Another name than its key')],
      ['=1+1', entry('=1+1')],
      ['late', entry('Late', { at: 1e300 })],
      ['listed', [entry('Listed')]],
      ['wide', entry('Wide', { variables: [{ name: 'a', kind: 'object', default: {} }] })],
      ['dots', entry('Dots', { modelId: '..' })],
    ]);
    const { store } = open([
      part({
        models,
        attributeUrl: 'https://evil.example.com',
        connection: { modelUrl: 'https://evil.example.com', credential: 'x' },
        options: { __proto__: { at: 1, value: 1 }, url: { at: 1, value: { a: 1 } } },
        variableSets: { s: { at: 1, name: 'S', names: ['ok_name', '=evil()', 4, 'https://x'] } },
      }),
    ]);
    await store.whenRead();
    const { settings } = store.current();
    expect(aliases(store).sort()).toEqual(['<img onerror=alert(1)>', '__proto__', 'constructor']);
    expect(settings.modelOf('toString')).toBeUndefined();
    expect(settings.variableSets).toEqual([{ name: 'S', names: ['ok_name'] }]);
    expect(Object.keys(settings).sort()).toEqual([
      'defaultModel',
      'modelOf',
      'models',
      'options',
      'variableSets',
    ]);
    expect(({} as Record<string, unknown>).alias).toBeUndefined();
  });

  it('keeps nobody waiting with ten thousand models', async () => {
    const models = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [
        `m ${index}`,
        { at: 1, alias: `M ${index}`, modelId: 'x' },
      ]),
    );
    const { store } = open([part({ models })]);
    await store.whenRead();
    // Twice what a workbook may hold; the others stay where they are.
    expect(store.current().settings.models).toHaveLength(1_000);
    expect(await store.edit([{ kind: 'remove-model', alias: 'M 7' }])).toEqual({ kind: 'saved' });
  });
});

const anyText = fc.string({ unit: 'binary', maxLength: 30 });
const loneSurrogates = fc.array(fc.constantFrom('\ud800', '\udc00', 'x', '\u0000', '\r', '\ufffe'));
const text = fc.oneof(
  anyText,
  loneSurrogates.map((units) => units.join('')),
  fc.constantFrom('__proto__', 'constructor', ']]>', '<!--', '&amp;', '<\'">', '\u0085\u2028'),
);
type Settings = Parameters<typeof writeSettingsPart>[0];
const { document } = fc.letrec<{ document: Settings; json: unknown }>((tie) => ({
  document: fc
    .array(fc.tuple(text, tie('json')), { maxLength: 5 })
    .map((fields) => Object.fromEntries(fields) as Settings),
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
        const xml = writeSettingsPart(json);
        expect(xml).toMatch(XML_CHARACTERS);
        expect(rootNamespace(xml)).toBe(SETTINGS_NAMESPACE);
        const reading = readSettingsPart(xml);
        expect(reading.kind).toBe('settings');
        // JSON has one zero; so does what comes back.
        if (reading.kind === 'settings') {
          expect(reading.document).toEqual(JSON.parse(JSON.stringify(json)));
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

  it('keeps a damaged one whole where it is set aside', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (inside) => {
        fc.pre(XML_CHARACTERS.test(inside));
        const attributes = { xmlns: SETTINGS_NAMESPACE, version: '1' };
        const damaged = xmlElement('settings', attributes, `{{${inside}`);
        const { store, fake } = open([damaged]);
        await store.edit([{ kind: 'put-model', model: shops }]);
        const aside = fake.held.find((xml) => rootNamespace(xml) === SET_ASIDE_NAMESPACE) ?? '';
        expect(JSON.parse(readXmlElement(aside)?.text ?? '')).toBe(damaged);
      }),
    );
  });
});
