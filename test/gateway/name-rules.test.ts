import { nameFault, nameKey, toShownName } from '../../src/gateway/name-rules';
import { openStage, type GatewayStage } from './gateway-stage';

let stage: GatewayStage;
beforeEach(async () => (stage = await openStage()));
afterEach(() => stage.close());

const BAD = [
  '=1+1',
  '+91',
  '-Asha',
  '@Asha',
  '\uff1dSUM(A1)',
  '\ufe62Asha',
  "'=Asha",
  'As\u200bha',
  'As\u3164ha',
  'Asha\ufe0f',
  '\u2800',
  'As\u2028ha',
  'As\u0000ha',
  'Asha\u{e0041}',
  'p_3kTn0abcdEFG',
  'As\u200cha',
  'अ\u200d\u200dशा',
  '\u200dअशा',
  'अशा\u200c',
  'علی\u200c رضا',
  'रा\u200dAsha',
  'علی\u202eرضا',
  'علی\u061cرضا',
  'علی\u2067رضا',
];

describe('a name', () => {
  it.each(BAD)('is refused in every door: %j', async (name) => {
    const own = await stage.person('Devi');
    const made = await Promise.all([
      stage.admin('POST /people', { name }),
      stage.admin('POST /teams', { name }),
      stage.admin(`PATCH /people/${own.id}`, { name }),
    ]);
    expect(made.map(({ status }) => status)).toEqual([400, 400, 400]);
    const csv = JSON.stringify(name).includes('\\u2028')
      ? undefined
      : `name,team\n"${name}",\nX,"${name}"`;
    if (csv !== undefined) {
      expect((await stage.admin('POST /people/import', { csv })).json).toMatchObject({ added: 0 });
    }
    const claimed = toShownName(name, 'oid-1');
    expect([nameFault(name) === undefined, nameFault(claimed)]).toEqual([false, undefined]);
  });

  it.each([
    ...['Asha Rao', 'अशा', 'O’Neil', '李雷', 'José', 'Asha-Rao', 'A=B'],
    // With joiners: Persian, Bengali, Malayalam (also at its end), Marathi, Sinhala, Kannada.
    ...['علی\u200cرضا', 'র\u200d্যাম', 'മോഹന്\u200d', 'രാജന്\u200d നായര്\u200d', 'चर\u200d्\u200dया'],
    ...['ශ්\u200dරී', 'ಅರ\u200d್ಕ'],
  ])('may be %s', (name) => {
    expect([nameFault(name), toShownName(name, 'o')]).toEqual([undefined, name]);
  });

  it('has no twin that differs in joiners alone', async () => {
    expect((await stage.admin('POST /people', { name: 'علی\u200cرضا' })).status).toBe(201);
    expect((await stage.admin('POST /people', { name: 'علیرضا' })).status).toBe(409);
    const other = await stage.admin('POST /people', { name: 'علی رضا' });
    expect(other.status).toBe(201);
    const token = `POST /people/${String(other.json['id'])}/tokens`;
    expect((await stage.admin(token, { label: 'می\u200cخواهم' })).status).toBe(201);
    expect((await stage.admin(token, { label: 'می\u202eخواهم' })).status).toBe(400);
  });

  it('of a sign-in keeps the joiners that belong to it, and no others', () => {
    expect(toShownName('علی\u200cرضا\u202e\u200c', 'o')).toBe('علی\u200cرضا');
  });

  it.each(['ASHA RAO', 'Ａｓｈａ Ｒａｏ', 'Asha\u00a0Rao', 'Asha  Rao', 'asha rao'])(
    'has no twin in its team: %s',
    async (twin) => {
      await stage.admin('POST /teams', { name: 'Asha Rao' });
      await stage.admin('POST /teams', { name: 'Sales' });
      await stage.person('Asha Rao');
      const { id } = await stage.person('Binod');
      const replies = [
        await stage.admin('POST /people', { name: twin }),
        await stage.admin(`PATCH /people/${id}`, { name: twin }),
        await stage.admin('POST /teams', { name: twin }),
        await stage.admin('POST /people', { name: twin, team: 'SALES' }),
      ];
      expect(replies.map(({ status }) => status)).toEqual([409, 409, 409, 201]);
      const csv = `name,team\n${twin},\n${twin},sales`;
      expect((await stage.admin('POST /people/import', { csv })).json).toMatchObject({ added: 0 });
      expect((await stage.admin(`PATCH /people/${id}`, { name: 'BINOD' })).status).toBe(200);
    },
  );

  it.each(['\u0410sh\u0430 R\u0430\u043e', 'ASHA RA0', 'Asha R\u03b1\u03bf'])(
    'has no other in its team that looks like it: %s',
    async (twin) => {
      await stage.person('Asha Rao');
      const reply = await stage.admin('POST /people', { name: twin });
      expect([reply.status, reply.json['message']]).toEqual([
        ...[409, 'name: looks like another in this team.'],
      ]);
      expect((await stage.admin('POST /people', { name: 'Asha Rai' })).status).toBe(201);
    },
  );

  it('is not the id of a person', async () => {
    await stage.admin('POST /people', { name: 'Asha', oid: 'asha-1' });
    for (const name of ['asha-1', 'ASHA-1']) {
      expect((await stage.admin('POST /people', { name })).status).toBe(409);
      expect((await stage.admin('POST /teams', { name })).status).toBe(409);
    }
  });

  it('is the same whichever sigma or sharp s it is written with', () => {
    expect(nameKey('ΝΊΚΟΣ Straße')).toBe(nameKey('νίκος STRASSE'));
  });
});
