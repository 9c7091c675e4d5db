import { openStage, type GatewayStage, type Reply } from './gateway-stage';

let stage: GatewayStage;
beforeEach(async () => (stage = await openStage()));
afterEach(() => stage.close());

const load = (csv: string, token?: string): Promise<Reply> =>
  stage.admin('POST /people/import', { csv }, token);
const names = async (kind: string): Promise<string[]> => {
  const { json } = await stage.admin(`GET /${kind}`);
  return (json[kind] as readonly { readonly name: string }[]).map(({ name }) => name);
};

describe('a CSV of people', () => {
  it('adds people and missing teams, and says line by line what it refuses', async () => {
    const csv = [
      '\uFEFFName,Team,Role,Oid',
      '"Rao, Asha",Research,,o-1',
      'Binod,Research,team-administrator,',
      '',
      'binod,Research,,',
      'Binod,,,',
      '=HYPERLINK("x"),,,',
      'Chitra,@cmd,,',
      'Devi,,king,',
      'Esha,,,o-1',
      ',Research,,',
      '__proto__,constructor,,',
      'Farah,,,,extra',
    ].join('\r\n');
    const { status, json } = await load(csv);
    expect(status).toBe(200);
    const lines = json['lines'] as readonly { line: number; status: string }[];
    expect(lines.filter((each) => each.status === 'added').map(({ line }) => line)).toEqual([
      2, 3, 6, 12,
    ]);
    expect(lines.filter((each) => each.status === 'refused').map(({ line }) => line)).toEqual([
      5, 7, 8, 9, 10, 11, 13,
    ]);
    expect(json).toMatchObject({ added: 4, refused: 7 });
    expect(await names('teams')).toEqual(['Research', 'constructor']);
    expect((await names('people')).slice(1)).toEqual(['Rao, Asha', 'Binod', 'Binod', '__proto__']);
    expect((await load(csv)).json).toMatchObject({ added: 0 });
  });

  it.each([
    ['name,__proto__\nAsha,x'],
    ['name,name\nAsha,x'],
    ['team\nResearch'],
    [''],
    ['name\n"Asha'],
    ['name\n"Asha" Rao'],
    [`name\n${'"'.repeat(20_000)}`],
    [`name\n${','.repeat(20_000)}`],
    [`name\n${'\n'.repeat(20_000)}`],
    [`name\n${'Asha\n'.repeat(10_001)}`],
  ])('is refused as a whole if it is no such file', async (csv) => {
    expect((await load(csv)).status).toBe(400);
    expect(await names('people')).toHaveLength(1);
  });

  it('adds nobody and no team twice, though it is sent twice at once', async () => {
    const csv = 'name,team\nAsha,Research\nBinod,Research\nChitra,Sales';
    const team = (name: string): Promise<Reply> => stage.admin('POST /teams', { name });
    await Promise.all([load(csv), team('Sales'), load(csv), team('Sales'), load(csv)]);
    expect((await names('teams')).sort()).toEqual(['Research', 'Sales']);
    expect((await names('people')).slice(1).sort()).toEqual(['Asha', 'Binod', 'Chitra']);
  });

  it('may hold 10,000 people', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => `Person ${at},Team ${at % 7}`);
    expect((await load(['name,team', ...rows].join('\n'))).json).toMatchObject({ added: 10_000 });
    expect(await names('teams')).toHaveLength(7);
  });

  it('gives a team’s administrator no other team, and nobody more than they may give', async () => {
    await load('name,team,role\nLead,Research,team-administrator\nX,Other,');
    const { json } = await stage.admin('GET /people');
    const people = json['people'] as readonly { readonly id: string; readonly name: string }[];
    const id = people.find(({ name }) => name === 'Lead')?.id;
    const made = await stage.admin(`POST /people/${id}/tokens`, { use: 'administration' });
    const csv = 'name,team,role,oid\nA,,,\nB,Other,,\nC,New,,\nD,,administrator,\nE,,,o-9';
    const { json: report } = await load(csv, String(made.json['token']));
    expect(report).toMatchObject({ added: 1, refused: 4 });
    expect(await names('teams')).toEqual(['Research', 'Other']);
  });
});
