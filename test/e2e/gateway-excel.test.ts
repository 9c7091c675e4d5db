import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../gateway/free-port';
import { startProgram } from '../gateway/gateway-program';
import type { GatewayProgram } from '../gateway/gateway-program';
import { addinOrigin } from '../host/addin-site';
import type { ExcelOnTheWeb } from '../host/excel-on-the-web';
import { startExcelStage } from '../host/excel-stage';
import type { ExcelStage } from '../host/excel-stage';
import { shownRows } from '../host/invocations';
import { createWorkbook } from '../host/workbook';

const ADMINISTRATOR = 'an-administrators-token-for-tests';

/** The gateway behind a TLS proxy on a public address, as a team would have it. */
describe('the built add-in in Excel, loaded from a gateway, which stands before the sample service', () => {
  let folder: string;
  let gateway: GatewayProgram;
  let stage: ExcelStage;
  let excel: ExcelOnTheWeb;
  let person: { id: string; token: string };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'locus-e2e-gateway-'));
    const config = join(folder, 'gateway.config.json');
    writeFileSync(config, JSON.stringify({ pricePerLookup: 0.25, currency: '₹' }));
    // The public address must be known before the gateway starts.
    const port = await freePort();
    const address = `http://localhost:${port}`;
    [gateway, stage] = await Promise.all([
      startProgram({
        LOCUS_CONFIG: config,
        LOCUS_DATA: join(folder, 'data'),
        LOCUS_ADMIN_TOKEN: ADMINISTRATOR,
        LOCUS_PUBLIC_URL: addinOrigin(address),
        PORT: String(port),
      }),
      startExcelStage(),
    ]);
    const { id } = (await gateway.admin('POST /people', { name: 'Asha' })) as { id: string };
    const { token } = (await gateway.admin(`POST /people/${id}/tokens`, {})) as { token: string };
    person = { id, token };
    excel = await stage.open({ address, workbook: createWorkbook().answer });
  });
  afterAll(async () => {
    await stage?.close();
    gateway?.kill('SIGTERM');
    await gateway?.ended;
    rmSync(folder, { recursive: true, force: true });
  });

  const account = async (): Promise<{ booked: number; price: number }> =>
    ((await gateway.admin('GET /usage')) as { account: { booked: number; price: number } }).account;

  const cell = (row: number, name: string) => ({
    name: 'LOCATTR',
    values: [[[13 + row / 1000]], [[80.2]], [[name]]],
  });

  it('takes a token as the key, and says who one is', async () => {
    expect(await excel.enterKey(person.token)).toMatch(/^Connected/);
    const own = excel.frame.getByRole('region', { name: 'Your account' });
    await own.getByText('Signed in as Asha').waitFor();
  });

  it('calculates hundreds of cells in few requests, and a call for each place', async () => {
    const before = await account();
    const since = excel.requests.length;
    const cells = Array.from({ length: 200 }, (_, index) =>
      cell(Math.floor(index / 2), ['w_pop_tt', 'p_retail_gc_np'][index % 2] as string),
    );
    const values = (await excel.calculate(cells)).flatMap((result) => shownRows(result).flat());
    expect(values.filter((value) => typeof value !== 'number')).toEqual([]);
    expect(values).toHaveLength(200);
    const asked = excel.requests.slice(since).map((url) => new URL(url));
    expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set([excel.origin]));
    const paths = asked.map(({ pathname }) => pathname).filter((path) => !path.endsWith('.js'));
    expect(new Set(paths)).toEqual(new Set(['/v1/bulk', '/v1/me']));
    expect(paths.length).toBeLessThan(20);
    const after = await account();
    expect([after.booked - before.booked, after.price - before.price]).toEqual([100, 25]);
  });

  it('says in the cell that the budget is used up, and goes on when there is more', async () => {
    const { booked } = await account();
    await gateway.admin(`PUT /people/${person.id}/budget`, { callsPerDay: booked });
    const [refused] = await excel.calculate([cell(900, 'w_pop_tt')]);
    expect(JSON.stringify(refused)).toMatch(/Your budget of \d+ calls for today is used up/);
    const [known] = await excel.calculate([cell(3, 'w_pop_tt')]);
    expect(shownRows(known!).flat()).toEqual([expect.any(Number)]);
    await gateway.admin(`PUT /people/${person.id}/budget`, {});
    const [answered] = await excel.calculate([cell(900, 'w_pop_tt')]);
    expect(shownRows(answered!).flat()).toEqual([expect.any(Number)]);
    expect(excel.complaints.filter((text) => !text.includes('402'))).toEqual([]);
  });
});
