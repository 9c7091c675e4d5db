import { join } from 'node:path';
import { generateCustomFunctionsMetadata } from 'custom-functions-metadata';

const SOURCE = join(__dirname, '../../src/functions/functions.ts');

/** Workbooks store ids and the order of parameters: a change here breaks files that people have. */
const SIGNATURES = [
  'LOCATTR(lat, lng, variables)',
  'LOCATTR_ADDRESS(address, pincode, variables)',
  'LOCSCORE(model, address, [date], [custom_variables])',
  'LOCSCORE_COORDS(model, lat, lng, [date], [custom_variables])',
  'LOCVARS(names, values)',
  'LOCCATALOG([search])',
];

interface FunctionMetadata {
  readonly id: string;
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

beforeAll(async () => {
  const { errors, metadataJson } = await generateCustomFunctionsMetadata([SOURCE]);
  expect(errors).toEqual([]);
  ({ functions } = JSON.parse(metadataJson) as { functions: readonly FunctionMetadata[] });
});

test('ids, parameters and their order are those that workbooks store', () => {
  const signatures = functions.map(({ id, parameters }) => {
    const names = parameters.map(({ name, optional }) => (optional === true ? `[${name}]` : name));
    return `${id}(${names.join(', ')})`;
  });
  expect(signatures).toEqual(SIGNATURES);
  expect(functions.map(({ name }) => name)).toEqual(functions.map(({ id }) => id));
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

test('every function and every parameter has help for people', () => {
  for (const { id, description, helpUrl, parameters } of functions) {
    expect(description.length).toBeGreaterThan(20);
    expect(helpUrl).toMatch(new RegExp(`^https://.*\\b${id}\\b`));
    for (const parameter of parameters) expect(parameter.description.length).toBeGreaterThan(20);
  }
});

test('the module exports exactly the functions that the metadata names', async () => {
  const exported = await import('../../src/functions/functions');
  expect(Object.keys(exported).sort()).toEqual(functions.map(({ id }) => id).sort());
});
