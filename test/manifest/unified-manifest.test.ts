import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childElements, element, elements, readXml } from './manifest-xml';
import type { Element } from './manifest-xml';

const root = join(__dirname, '../..');
const unified = JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8')) as Unified;
const [extension] = unified.extensions;
const [runtime] = extension.runtimes;
const xml = readXml(join(root, 'manifest.xml'));
const workbook = element(element(element(xml, 'VersionOverrides'), 'Hosts'), 'Host');

describe('the unified manifest', () => {
  test('keeps to Microsoft’s schema', () => {
    expect(faultsOf('manifest.json')).toEqual([]);
  });

  test('is checked by a schema that knows what may stand there', () => {
    const customFunctions = { metadataUrl: 'functions.json' };
    const runtimes = [{ ...runtime, customFunctions }];
    const broken = { ...unified, accentColor: 'green', extensions: [{ ...extension, runtimes }] };
    expect(faultsOf('-', JSON.stringify(broken))).toHaveLength(2);
  });

  test('is of the same add-in: another id would be another one', () => {
    const text = (name: string) => elements(xml, name)[0]?.textContent;
    const value = (name: string) => elements(xml, name)[0]?.getAttribute('DefaultValue');
    expect(unified.id).toBe(text('Id'));
    expect(`${unified.version}.0`).toBe(text('Version'));
    expect(unified.developer.name).toBe(text('ProviderName'));
    expect(unified.localizationInfo.defaultLanguageTag).toBe(text('DefaultLocale')?.toLowerCase());
    expect([unified.name.short, unified.description.full]).toEqual([
      value('DisplayName'),
      value('Description'),
    ]);
    expect(unified.validDomains).toEqual([text('AppDomain')]);
  });

  test('asks for the same of Excel', () => {
    const sets = elements(element(xml, 'Requirements'), 'Set');
    expect(extension.requirements.capabilities).toEqual(
      sets.map((set) => ({
        name: set.getAttribute('Name'),
        minVersion: set.getAttribute('MinVersion'),
      })),
    );
    expect(unified.authorization.permissions.resourceSpecific).toEqual([
      { name: 'Document.ReadWrite.User', type: 'Delegated' },
    ]);
  });

  test('has one runtime, of the same page, script and metadata', () => {
    const address = (parent: string) =>
      valueOf(element(element(workbook, parent), 'SourceLocation').getAttribute('resid'));
    expect(runtime).toMatchObject({
      lifetime: element(workbook, 'Runtime').getAttribute('lifetime'),
      code: { page: address('Page'), script: address('Script') },
      customFunctions: { metadataUrl: address('Metadata') },
    });
    expect(extension.runtimes).toHaveLength(1);
  });

  test('gives the functions no namespace either', () => {
    expect(runtime.customFunctions).not.toHaveProperty('namespace');
  });

  test('has the same buttons and menu, with the same words and icons', () => {
    const [group] = extension.ribbons[0].tabs[0].groups;
    const [menu] = extension.contextMenus[0].menus;
    expect(extension.ribbons[0].tabs[0].builtInTabId).toBe(
      element(workbook, 'OfficeTab').getAttribute('id'),
    );
    expect(group.controls.map(ofJson)).toEqual(
      elements(element(workbook, 'OfficeTab'), 'Control').map(ofXml),
    );
    expect([menu.entryPoint, menu.controls.length]).toEqual(['cell', 1]);
    expect(menu.controls[0]?.items?.map(ofJson)).toEqual(elements(workbook, 'Item').map(ofXml));
  });

  test('has every action that a button starts, and no other', () => {
    const started = [...elements(workbook, 'FunctionName')].map(({ textContent }) => textContent);
    expect(runtime.actions.map(({ id }) => id).sort()).toEqual(['openPane', ...started].sort());
    const pages = runtime.actions.filter(({ type }) => type === 'openPage');
    expect(pages.map(({ id }) => id)).toEqual(['openPane']);
  });

  test('says the same after installing', () => {
    const start = element(workbook, 'GetStarted');
    const said = (name: string) => valueOf(element(start, name).getAttribute('resid'));
    expect(extension.getStartedMessages[0]).toMatchObject({
      title: said('Title'),
      description: said('Description'),
      learnMoreUrl: said('LearnMoreUrl'),
    });
  });

  test('has the pictures that its package needs, in their sizes', () => {
    const size = (path: string) => {
      const file = readFileSync(join(root, path));
      return [file.readUInt32BE(16), file.readUInt32BE(20)];
    };
    expect([size(unified.icons.color), size(unified.icons.outline)]).toEqual([
      [192, 192],
      [32, 32],
    ]);
  });
});

/** What the package that checks manifests finds wrong, without the network. */
function faultsOf(path: string, text?: string): string[] {
  const script = `
    const { writeFileSync, mkdtempSync } = require('node:fs');
    globalThis.fetch = () => Promise.reject(new Error('no network'));
    let path = ${JSON.stringify(path)};
    if (path === '-') {
      path = require('node:path').join(mkdtempSync(require('node:os').tmpdir() + '/locus-'), 'manifest.json');
      writeFileSync(path, ${JSON.stringify(text ?? '')});
    }
    require('office-addin-manifest').validateManifest(path).then(({ report }) =>
      console.log(JSON.stringify((report?.errors ?? []).map(({ content }) => content))),
    );`;
  const printed = execFileSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' });
  return JSON.parse(printed) as string[];
}

interface Control {
  readonly label: string;
  readonly supertip: { readonly title: string; readonly description: string };
  readonly icons: readonly { readonly size: number; readonly url: string }[];
  readonly actionId: string;
  readonly items?: readonly Control[];
}

function ofJson({ label, supertip, icons, actionId }: Control): unknown {
  return [
    label,
    supertip.title,
    supertip.description,
    icons.map(({ size, url }) => [size, url]),
    actionId,
  ];
}

function ofXml(control: Element): unknown {
  const child = (name: string): Element => {
    const found = childElements(control).find(({ localName }) => localName === name);
    if (found === undefined) throw new Error(name);
    return found;
  };
  const supertip = (name: string) =>
    valueOf(element(child('Supertip'), name).getAttribute('resid'));
  const icons = elements(child('Icon'), 'Image').map((image) => [
    Number(image.getAttribute('size')),
    valueOf(image.getAttribute('resid')),
  ]);
  const action = elements(control, 'FunctionName')[0]?.textContent ?? 'openPane';
  const label = valueOf(child('Label').getAttribute('resid'));
  return [label, supertip('Title'), supertip('Description'), icons, action];
}

/** The text or address behind a resid. */
function valueOf(id: string | null): string {
  const found = elements(element(xml, 'Resources'), '*').find(
    (each) => each.getAttribute('id') === id,
  );
  return found?.getAttribute('DefaultValue') ?? '';
}

/** What these tests read of manifest.json. */
interface Unified {
  readonly id: string;
  readonly version: string;
  readonly developer: { readonly name: string };
  readonly localizationInfo: { readonly defaultLanguageTag: string };
  readonly name: { readonly short: string };
  readonly description: { readonly full: string };
  readonly icons: { readonly color: string; readonly outline: string };
  readonly validDomains: readonly string[];
  readonly authorization: { readonly permissions: { readonly resourceSpecific: unknown } };
  readonly extensions: readonly [Extension];
}

interface Extension {
  readonly requirements: { readonly capabilities: unknown };
  readonly runtimes: readonly [
    {
      readonly actions: readonly { readonly id: string; readonly type: string }[];
      readonly customFunctions: object;
    },
  ];
  readonly ribbons: readonly [
    {
      readonly tabs: readonly [
        {
          readonly builtInTabId: string;
          readonly groups: readonly [{ readonly controls: readonly Control[] }];
        },
      ];
    },
  ];
  readonly contextMenus: readonly [
    {
      readonly menus: readonly [
        { readonly entryPoint: string; readonly controls: readonly Control[] },
      ];
    },
  ];
  readonly getStartedMessages: readonly unknown[];
}
