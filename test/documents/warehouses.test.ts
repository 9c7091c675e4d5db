import { valueOf } from '../gateway/faulty-service';
import { call } from '../gateway/functions/warehouse';
import { openStage } from '../gateway/gateway-stage';
import { codeBlocks } from './documents';

const PAGE = 'docs/warehouses.md';
const blocks = codeBlocks(PAGE);

test('every function that the SQL creates is one that the gateway has', async () => {
  const sql = blocks.filter(({ language }) => language === 'sql').map(({ code }) => code);
  const inContext = sql.flatMap((code) =>
    [...code.matchAll(/user_defined_context = \[(.*)\]/g)].map(([, list = '']) =>
      Object.fromEntries(
        [...list.matchAll(/\('(\w+)', '([^']*)'\)/g)].map(([, field, value]) => [field, value]),
      ),
    ),
  );
  const inAddress = sql.flatMap((code) =>
    [...code.matchAll(/\/(?:bigquery|snowflake)\?([^'\s]+)/g)].map(([, query]) => query),
  );
  expect([inContext.length, inAddress.length]).toEqual([2, 3]);
  const stage = await openStage();
  const { token } = await stage.person('Warehouse');
  const headers = { 'x-api-key': token };
  const statuses = await Promise.all([
    ...inContext.map((userDefinedContext) =>
      call(stage, 'bigquery', { body: { requestId: 'r', userDefinedContext, calls: [] }, headers }),
    ),
    ...inAddress.map((query) =>
      call(stage, `bigquery?${query}`, { body: { requestId: 'r', calls: [] }, headers }),
    ),
  ]);
  await stage.close();
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test('the README asks for a name and by a function of the page', () => {
  const [{ code } = { code: '' }] = codeBlocks('README.md').filter(
    ({ language }) => language === 'sql',
  );
  const [, name = '', attribute = ''] = /(\w+\.\w+)\(lat, lng\), '\$\.(\w+)'/.exec(code) ?? [];
  const page = blocks.map((block) => block.code).join();
  expect(page).toContain(`CREATE OR REPLACE FUNCTION ${name}(`);
  expect(page).toContain(`'${attribute},`);
});

test('the Lambda answers Redshift, and throws what Redshift should try again', async () => {
  const [{ code } = { code: '' }] = blocks.filter(({ language }) => language === 'js');
  const stage = await openStage();
  try {
    const { token } = await stage.person('Redshift');
    const environment = {
      LOCUS_KEY: token,
      LOCUS_FUNCTION: `${stage.gateway.people}/v1/functions/bigquery?by=coordinates&names=a`,
    };
    const body = code.replace('export const handler =', 'return');
    const handler = new Function('process', body)({ env: environment }) as Handler;
    const event = {
      arguments: [
        [1, 2],
        [null, null],
      ],
      num_records: 2,
    };
    const { results = [], ...rest } = await handler(event);
    expect(rest).toEqual({ success: true, num_records: 2 });
    expect(results.map((each) => JSON.parse(each) as unknown)).toEqual([
      { a: valueOf('1,2', 'a'), at: expect.any(String) as string },
      { error: expect.any(String) as string, reason: 'invalid-argument' },
    ]);
    await stage.admin('PUT /account/budget', { callsPerDay: 1 });
    expect(await handler({ arguments: [[3, 4]], num_records: 1 })).toMatchObject({
      success: false,
      error_msg: expect.stringContaining('budget') as string,
    });
    await stage.admin('PUT /account/budget', {});
    stage.service.fate = () => 403;
    await expect(handler({ arguments: [[3, 4]], num_records: 1 })).rejects.toThrow(/key/);
  } finally {
    await stage.close();
  }
});

type Handler = (event: object) => Promise<{
  readonly success: boolean;
  readonly results?: readonly string[];
  readonly error_msg?: string;
}>;
