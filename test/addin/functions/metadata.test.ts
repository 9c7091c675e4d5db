import { join } from 'node:path';
import { generateCustomFunctionsMetadata } from 'custom-functions-metadata';
import * as exported from '../../../src/addin/functions/functions';
import { SIGNATURES, signatureOf } from './signatures';
import type { Signed } from './signatures';

const SOURCE = join(__dirname, '../../../src/addin/functions/functions.ts');
/** Excel's dialog shows no more of a parameter's help, and a tip should not need more. */
const MOST_CHARACTERS = 255;

interface FunctionMetadata extends Signed {
  readonly name: string;
  readonly description: string;
  readonly helpUrl: string;
  readonly options: Readonly<Record<string, boolean>>;
  readonly result: { readonly dimensionality: string };
  readonly parameters: readonly {
    readonly name: string;
    readonly description: string;
    readonly type: string;
    readonly dimensionality: string;
    readonly optional?: boolean;
  }[];
}

let functions: readonly FunctionMetadata[];
let associations: readonly { readonly functionName: string; readonly id: string }[];

beforeAll(async () => {
  const { errors, associate, metadataJson } = await generateCustomFunctionsMetadata([SOURCE]);
  expect(errors).toEqual([]);
  associations = associate;
  ({ functions } = JSON.parse(metadataJson) as { functions: readonly FunctionMetadata[] });
});

test('ids, parameters and their order are those that workbooks store', () => {
  expect(functions.map(signatureOf)).toEqual(SIGNATURES);
  expect(functions.map(({ name }) => name)).toEqual(functions.map(({ id }) => id));
});

test('each id is associated with the function of its name, in the order of its parameters', () => {
  const ids = functions.map(({ id }) => id);
  expect(associations.map(({ id, functionName }) => [id, functionName])).toEqual(
    ids.map((id) => [id, id]),
  );
  for (const { id, parameters } of functions) {
    const names = parametersOf(exported[id as keyof typeof exported]);
    expect(names).toEqual([...parameters.map(({ name }) => name), 'invocation']);
  }
});

test('the module exports exactly the functions that the metadata names', () => {
  expect(Object.keys(exported).sort()).toEqual(functions.map(({ id }) => id).sort());
});

test('every argument and every result may be a range', () => {
  for (const { parameters, result } of functions) {
    expect(result.dimensionality).toBe('matrix');
    for (const parameter of parameters) {
      expect(parameter).toMatchObject({ type: 'any', dimensionality: 'matrix' });
    }
  }
});

test('every function says where it stands and can be cancelled, and none is volatile or streams', () => {
  for (const { options } of functions) {
    expect(options).toEqual({ cancelable: true, requiresAddress: true });
  }
});

describe('the help that Excel shows', () => {
  const texts = () =>
    functions.flatMap(({ description, parameters }) => [
      description,
      ...parameters.map((parameter) => parameter.description),
    ]);

  test('is there for every function and every parameter, in sentences that fit its tip', () => {
    for (const text of texts()) {
      expect(text).toMatch(/^[A-Z].{28,}\.$/s);
      expect(text.length).toBeLessThan(MOST_CHARACTERS);
    }
  });

  test('speaks to people who use a spreadsheet, not to those who program one', () => {
    const jargon =
      /\b(API|HTTP|array|boolean|endpoint|float|JSON|matrix|null|object|string|undefined)\b/i;
    expect(texts().filter((text) => jargon.test(text))).toEqual([]);
  });

  test('says of what may be left out what that means, and only of that', () => {
    for (const { parameters } of functions) {
      for (const { description, optional = false } of parameters) {
        expect(/If omitted, [a-z ]+\.$/.test(description)).toBe(optional);
      }
    }
  });

  test('says the same of the same parameter', () => {
    const byName = new Map<string, Set<string>>();
    for (const { name, description } of functions.flatMap(({ parameters }) => parameters)) {
      byName.set(name, (byName.get(name) ?? new Set()).add(description));
    }
    expect([...byName].filter(([, said]) => said.size > 1)).toEqual([]);
  });
});

test('every function has a help page of its own, at an absolute address', () => {
  for (const { id, helpUrl } of functions) {
    expect(helpUrl).toBe(`https://localhost:3000/help/${id}.html`);
  }
});

/** The parameter names in the function's own source. */
function parametersOf(run: (...args: never[]) => unknown): string[] {
  const [, list = ''] = /\(([^)]*)\)/.exec(String(run)) ?? [];
  // A comma may follow the last one.
  return list.split(',').flatMap((name) => name.trim() || []);
}
