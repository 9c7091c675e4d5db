import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestInfo } from 'office-addin-manifest';
import { childElements, childNames, element, elements, readXml } from './manifest-xml';
import type { Element } from './manifest-xml';

const root = join(__dirname, '../..');
const path = join(root, 'manifest.xml');
const text = readFileSync(path, 'utf8');
const manifest = readXml(path);
const overrides = element(manifest, 'VersionOverrides');
const workbook = element(element(overrides, 'Hosts'), 'Host');
const resources = element(overrides, 'Resources');
const everything = elements(manifest, '*');

const resid = (parent: string) =>
  element(element(workbook, parent), 'SourceLocation').getAttribute('resid');
const attributes = (name: string) =>
  everything.flatMap((each) => (each.hasAttribute(name) ? [each.getAttribute(name) ?? ''] : []));

describe('the base manifest', () => {
  test('reads, by the package that sideloads it', () => {
    const info = readManifestFile();
    expect(info).toMatchObject({
      // Fixed for good: another id is another add-in, and workbooks would not find their functions.
      id: '7c1f4f7e-6f0c-4a5b-9a8e-2d1b5e0c94a3',
      displayName: 'Locus',
      officeAppType: 'TaskPaneApp',
      hosts: ['Workbook'],
      permissions: 'ReadWriteDocument',
      appDomains: ['https://localhost:3000'],
    });
    expect(info.version).toMatch(/^\d+(\.\d+){3}$/);
    expect(info.description?.length).toBeLessThanOrEqual(250);
  });

  test('has its elements in the order of the schema', () => {
    const expected = [
      ...['Id', 'Version', 'ProviderName', 'DefaultLocale', 'DisplayName', 'Description'],
      ...['IconUrl', 'HighResolutionIconUrl', 'SupportUrl', 'AppDomains', 'Hosts', 'Requirements'],
      ...['DefaultSettings', 'Permissions', 'VersionOverrides'],
    ];
    expect(childNames(manifest.documentElement!)).toEqual(expected);
    expect(childNames(overrides)).toEqual(['Hosts', 'Resources']);
    expect(childNames(resources)).toEqual(['Images', 'Urls', 'ShortStrings', 'LongStrings']);
  });

  test('requires the shared runtime and the functions runtime, and nothing newer', () => {
    const sets = elements(element(manifest, 'Requirements'), 'Set');
    expect(sets.map((set) => [set.getAttribute('Name'), set.getAttribute('MinVersion')])).toEqual([
      ['SharedRuntime', '1.1'],
      ['CustomFunctionsRuntime', '1.2'],
    ]);
  });

  test('speaks of https addresses alone, all of one origin', () => {
    const addresses = [...text.matchAll(/(?<!xmlns(?::\w+)?=)"(\w+:\/\/[^"]*)"/g)].map(
      ([, url]) => url!,
    );
    const inElements = elements(manifest, 'AppDomain').map(({ textContent }) => textContent ?? '');
    expect(addresses.length).toBeGreaterThan(10);
    for (const address of [...addresses, ...inElements]) {
      expect(new URL(address).origin).toBe('https://localhost:3000');
    }
  });
});

describe('the shared runtime', () => {
  test('comes first in the host, and lives long', () => {
    expect(childNames(workbook)).toEqual(['Runtimes', 'AllFormFactors', 'DesktopFormFactor']);
    const runtimes = childElements(element(workbook, 'Runtimes'));
    expect(runtimes.map((runtime) => runtime.getAttribute('lifetime'))).toEqual(['long']);
  });

  test('is one page: runtime, functions, ribbon commands and pane share one resid', () => {
    const shared = element(workbook, 'Runtime').getAttribute('resid');
    expect(resid('Page')).toBe(shared);
    expect(element(workbook, 'FunctionFile').getAttribute('resid')).toBe(shared);
    const panes = elements(workbook, 'Action').filter(
      (action) => action.getAttribute('xsi:type') === 'ShowTaskpane',
    );
    expect(panes).toHaveLength(1);
    expect(element(panes[0]!, 'SourceLocation').getAttribute('resid')).toBe(shared);
    const start = element(element(manifest, 'DefaultSettings'), 'SourceLocation');
    expect(addressOf(shared)).toBe(start.getAttribute('DefaultValue'));
  });

  test('names no pane: a TaskpaneId would make it a runtime of its own', () => {
    expect(elements(manifest, 'TaskpaneId')).toEqual([]);
  });
});

describe('the functions', () => {
  test('have no namespace, so that they are called as plain =LOCATTR(...)', () => {
    expect(elements(manifest, 'Namespace')).toEqual([]);
  });

  test('name their script, page and metadata, in the order of the schema', () => {
    const point = elements(workbook, 'ExtensionPoint')[0]!;
    expect(point.getAttribute('xsi:type')).toBe('CustomFunctions');
    expect(childNames(point)).toEqual(['Script', 'Page', 'Metadata']);
    expect(['Script', 'Page', 'Metadata'].map((part) => addressOf(resid(part)))).toEqual([
      'https://localhost:3000/functions.js',
      'https://localhost:3000/taskpane.html',
      'https://localhost:3000/functions.json',
    ]);
  });
});

describe('the ribbon', () => {
  const controls = elements(element(workbook, 'OfficeTab'), 'Control');

  test('has a group on the Home tab with three buttons', () => {
    expect(element(workbook, 'OfficeTab').getAttribute('id')).toBe('TabHome');
    expect(controls.map(commandOf)).toEqual([
      ['Open Locus', 'ShowTaskpane', undefined],
      ['Recalculate', 'ExecuteFunction', 'recalculate'],
      ['Help', 'ExecuteFunction', 'openHelp'],
    ]);
  });

  test('has its elements in the order of the schema', () => {
    const form = element(workbook, 'DesktopFormFactor');
    const points = ['ExtensionPoint', 'ExtensionPoint'];
    expect(childNames(form)).toEqual(['GetStarted', 'FunctionFile', ...points]);
    expect(childNames(element(form, 'Group')).slice(0, 2)).toEqual(['Label', 'Icon']);
    for (const control of controls) {
      expect(childNames(control)).toEqual(['Label', 'Supertip', 'Icon', 'Action']);
    }
  });

  test('says how to start after installing', () => {
    expect(childNames(element(workbook, 'GetStarted'))).toEqual([
      'Title',
      'Description',
      'LearnMoreUrl',
    ]);
  });

  test('uses no id twice', () => {
    const ids = elements(workbook, '*').flatMap((each) => each.getAttribute('id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the menu of a cell', () => {
  const menu = element(workbook, 'OfficeMenu');
  const items = elements(menu, 'Item');

  test('has one control, as Office demands, with what can be done to the cells', () => {
    expect(menu.getAttribute('id')).toBe('ContextMenuCell');
    expect(childElements(menu).map((each) => each.getAttribute('xsi:type'))).toEqual(['Menu']);
    expect(items.map(commandOf)).toEqual([
      ['Explain this cell', 'ExecuteFunction', 'explainCell'],
      ['Refresh', 'ExecuteFunction', 'refreshCells'],
      ['Convert to values', 'ExecuteFunction', 'convertCells'],
    ]);
  });

  test('has its elements in the order of the schema', () => {
    const control = element(menu, 'Control');
    expect(childNames(control)).toEqual(['Label', 'Supertip', 'Icon', 'Items']);
    for (const item of items) {
      expect(childNames(item)).toEqual(['Label', 'Supertip', 'Icon', 'Action']);
    }
  });
});

describe('the resources', () => {
  const ids = elements(resources, '*').flatMap((each) => each.getAttribute('id') ?? []);

  test('are all there, once, and all used', () => {
    const used = attributes('resid');
    expect(new Set(ids).size).toBe(ids.length);
    expect([...new Set(used)].sort()).toEqual([...ids].sort());
  });

  test('have ids of at most 32 characters', () => {
    expect(ids.filter((id) => id.length > 32)).toEqual([]);
  });

  test('keep to the lengths Office shows: 125 characters, long ones 250', () => {
    const tooLong = (section: string, limit: number) =>
      elements(element(resources, section), 'String').filter(
        (string) => (string.getAttribute('DefaultValue') ?? '').length > limit,
      );
    expect(tooLong('ShortStrings', 125)).toEqual([]);
    expect(tooLong('LongStrings', 250)).toEqual([]);
  });
});

describe('the icons', () => {
  const iconSets = elements(workbook, 'Icon');

  test('come in the three sizes that Office asks for, for every button', () => {
    expect(iconSets).toHaveLength(8);
    for (const icon of iconSets) {
      const sizes = childElements(icon).map((image) => image.getAttribute('size'));
      expect(sizes).toEqual(expect.arrayContaining(['16', '32', '80']));
    }
  });

  test('are real PNG files of the size they say', () => {
    const images = elements(workbook, 'Image').map((image) => ({
      address: addressOf(image.getAttribute('resid')),
      size: Number(image.getAttribute('size')),
    }));
    const own = ['IconUrl', 'HighResolutionIconUrl'].map((name, index) => ({
      address: element(manifest, name).getAttribute('DefaultValue') ?? '',
      size: [32, 64][index]!,
    }));
    for (const { address, size } of [...images, ...own]) {
      expect({ address, ...pngSize(address) }).toEqual({ address, width: size, height: size });
    }
  });

  test('of this project exist at 16, 32, 64, 80 and 128', () => {
    for (const size of [16, 32, 64, 80, 128]) {
      const address = `https://localhost:3000/assets/icon-${size}.png`;
      expect(pngSize(address)).toEqual({ width: size, height: size });
    }
  });
});

/** Label, kind of action and function of a button or menu item. */
function commandOf(control: Element): unknown[] {
  const label = childElements(control).find(({ localName }) => localName === 'Label');
  const action = element(control, 'Action');
  return [
    valueOf(label?.getAttribute('resid') ?? null),
    action.getAttribute('xsi:type'),
    elements(action, 'FunctionName')[0]?.textContent,
  ];
}

/** In a process of its own: the package loads modules that jest cannot. */
function readManifestFile(): ManifestInfo {
  const script = `require('office-addin-manifest').OfficeAddinManifest.readManifestFile('manifest.xml')
    .then((info) => console.log(JSON.stringify(info)))`;
  const printed = execFileSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' });
  return JSON.parse(printed) as ManifestInfo;
}

/** The text or address behind a resid. */
function valueOf(id: string | null): string {
  const found = elements(resources, '*').filter((each) => each.getAttribute('id') === id);
  if (found.length !== 1) throw new Error(`resid ${id}: ${found.length} resources`);
  return found[0]!.getAttribute('DefaultValue') ?? '';
}

function addressOf(id: string | null): string {
  return new URL(valueOf(id)).href;
}

/** Reads the header that PNG begins with: 8 bytes of signature, then IHDR. */
function pngSize(address: string): { width: number; height: number } {
  const file = readFileSync(join(root, new URL(address).pathname));
  expect(file.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  expect(file.subarray(12, 16).toString('latin1')).toBe('IHDR');
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}
