import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SIGNATURES, signatureOf } from '../addin/functions/signatures';
import { associationsIn } from './associations';

const dist = join(__dirname, '../../dist');
// Read in the tests, so that a missing build is a failure and not a crash of the file.
const metadata = () => JSON.parse(readFileSync(join(dist, 'functions.json'), 'utf8')) as unknown;
const functions = () => schema.parse(metadata()).functions;

/**
 * The shape that Microsoft documents, without the parts that stream, are volatile or belong to data
 * types: https://learn.microsoft.com/office/dev/add-ins/excel/custom-functions-json
 */
const dimensionality = z.enum(['scalar', 'matrix']);
const type = z.enum(['any', 'boolean', 'number', 'string']);
const parameter = z.strictObject({
  name: z.string().regex(/^[a-z][a-z_]*\d?$/),
  description: z.string().min(1),
  type,
  dimensionality,
  optional: z.boolean().optional(),
});
const customFunction = z.strictObject({
  id: z
    .string()
    .max(128)
    .regex(/^[A-Z][A-Z0-9_]*$/),
  name: z
    .string()
    .max(128)
    .regex(/^[A-Z][A-Z0-9_]*$/),
  description: z.string().min(1),
  helpUrl: z.url({ protocol: /^https$/ }),
  options: z.strictObject({
    cancelable: z.boolean().optional(),
    requiresAddress: z.boolean().optional(),
    requiresParameterAddresses: z.boolean().optional(),
  }),
  parameters: z
    .array(parameter)
    .refine(optionalsComeLast, 'a required parameter after an optional'),
  result: z.strictObject({ type: type.optional(), dimensionality }),
  // Documented at the top alone; of each function it is said as well.
  allowErrorForDataTypeAny: z.literal(true),
});
const schema = z.strictObject({
  allowCustomDataForDataTypeAny: z.literal(true),
  allowErrorForDataTypeAny: z.literal(true),
  functions: z.array(customFunction).refine(areUnique, 'an id or a name is listed twice'),
});

describe('functions.json', () => {
  test('has the shape that Microsoft documents', () => {
    expect(schema.safeParse(metadata()).error?.issues ?? []).toEqual([]);
  });

  test('declares each function with its frozen parameters, in their order', () => {
    expect(functions().map(signatureOf)).toEqual(SIGNATURES);
    expect(functions().map(({ name }) => name)).toEqual(functions().map(({ id }) => id));
  });

  test('has the ids that the bundle associates, and no others', () => {
    const ids = functions().map(({ id }) => id);
    expect(associationsIn(join(dist, 'functions.js'), 'CustomFunctions')).toEqual(ids.sort());
  });

  test('lets every argument be a range, and every result spill', () => {
    for (const { parameters, result } of functions()) {
      expect(result.dimensionality).toBe('matrix');
      for (const each of parameters)
        expect(each).toMatchObject({ type: 'any', dimensionality: 'matrix' });
    }
  });

  test('lets an argument hold an error, so that it spoils its own row alone', () => {
    expect(metadata()).toMatchObject({ allowErrorForDataTypeAny: true });
  });

  test('lets an argument be a cell of Geography or Stocks, whose name is the address', () => {
    expect(metadata()).toMatchObject({ allowCustomDataForDataTypeAny: true });
  });

  test('makes nothing volatile or streaming, which would cost credits at every recalculation', () => {
    for (const { options } of functions()) {
      expect(options).toEqual({ cancelable: true, requiresAddress: true });
    }
  });

  test('explains each function and each parameter in one line', () => {
    for (const { description, parameters } of functions()) {
      for (const text of [description, ...parameters.map((each) => each.description)]) {
        expect(text).toMatch(/^[^\n]{28,254}$/);
      }
    }
  });

  test('links to a help page of each function, which the build ships', () => {
    for (const { id, helpUrl } of functions()) {
      expect(helpUrl).toBe(`https://localhost:3000/help/${id}.html`);
      expect(existsSync(join(dist, new URL(helpUrl).pathname))).toBe(true);
    }
  });
});

function optionalsComeLast(parameters: readonly { optional?: boolean | undefined }[]): boolean {
  const first = parameters.findIndex(({ optional }) => optional === true);
  return first === -1 || parameters.slice(first).every(({ optional }) => optional === true);
}

function areUnique(all: readonly { id: string; name: string }[]): boolean {
  const texts = (key: 'id' | 'name') => new Set(all.map((each) => each[key].toUpperCase()));
  return texts('id').size === all.length && texts('name').size === all.length;
}
