import { generateCustomFunctionsMetadata } from 'custom-functions-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFunctions } from '../../src/workbench/function-metadata';

const source = join(__dirname, '../../src/addin/functions/functions.ts');

it('finds every function that Excel is told of, with its help and its parameters', async () => {
  const { metadataJson } = await generateCustomFunctionsMetadata(source);
  const metadata = JSON.parse(metadataJson) as { functions: { id: string }[] };
  const run = () => undefined;
  const exported = Object.fromEntries(
    [...readFileSync(source, 'utf8').matchAll(/^export (?:async )?function (\w+)/gmu)].map(
      ([, name = '']) => [name, run],
    ),
  );
  const described = describeFunctions(exported, metadata);
  expect(described.map(({ id }) => id)).toEqual(metadata.functions.map(({ id }) => id));
  expect(described.find(({ id }) => id === 'LOCSCORE')?.parameters).toMatchObject([
    { name: 'model', isOptional: false },
    { name: 'address', isOptional: false },
    { name: 'date', isOptional: true },
    { name: 'custom_variables', isOptional: true },
  ]);
  for (const { description, parameters } of described) {
    expect(description).not.toBe('');
    for (const parameter of parameters) expect(parameter.description).not.toBe('');
  }
});

it.each([
  undefined,
  null,
  'text',
  [],
  { functions: 3 },
  { functions: [null, 7, { id: 5 }, { id: 'toString' }, { id: 'NOT_EXPORTED' }] },
])('metadata that cannot be read (%j) describes nothing', (metadata) => {
  expect(describeFunctions({ LOCATTR: () => undefined }, metadata)).toEqual([]);
});
