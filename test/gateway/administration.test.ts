import { openLmdbState } from '../../src/gateway/state/lmdb-state';
import { ADMINISTRATOR, openStage, type GatewayStage } from './gateway-stage';

let stage: GatewayStage;
beforeEach(async () => (stage = await openStage()));
afterEach(() => stage.close());

/** An administrator of one team, with people in two. */
async function twoTeams() {
  const ids: string[] = [];
  for (const name of ['Research', 'Sales']) {
    ids.push(String((await stage.admin('POST /teams', { name })).json['id']));
  }
  const made = await stage.admin('POST /people', {
    name: 'Asha',
    team: 'Research',
    role: 'team-administrator',
  });
  const token = await stage.admin(`POST /people/${String(made.json['id'])}/tokens`, {
    use: 'administration',
  });
  return {
    research: ids[0] as string,
    sales: ids[1] as string,
    asha: String(made.json['id']),
    token: String(token.json['token']),
    own: await stage.person('Binod', 'Research'),
    other: await stage.person('Chitra', 'Sales'),
  };
}

describe('the administration', () => {
  it('lets in administrators alone, by their header', async () => {
    const { token } = await stage.person('Asha');
    for (const each of ['', 'nothing', token, `${ADMINISTRATOR}x`]) {
      expect((await stage.admin('GET /usage', undefined, each)).status).toBe(401);
    }
    const { administrators } = stage.gateway;
    const inAddress = await fetch(`${administrators}/admin/api/usage?token=${ADMINISTRATOR}`);
    expect(inAddress.status).toBe(401);
    const inCookie = await fetch(`${administrators}/admin/api/usage`, {
      headers: { cookie: `authorization=Bearer ${ADMINISTRATOR}` },
    });
    expect(inCookie.status).toBe(401);
    expect((await stage.admin('GET /usage')).status).toBe(200);
  });

  it('refuses a day that there is not', async () => {
    for (const period of ['day=2026-02-30', 'day=2026-13-01', 'month=2026-00', 'day=x']) {
      expect((await stage.admin(`GET /usage?${period}`)).status).toBe(400);
    }
    expect((await stage.admin('GET /usage?day=2024-02-29')).status).toBe(200);
  });

  it('takes no control characters in what it shows again', async () => {
    const { own } = await twoTeams();
    const hidden = 'As\u202eha\nadmin';
    for (const [what, body] of [
      ['POST /people', { name: hidden }],
      ['POST /teams', { name: hidden }],
      [`PATCH /people/${own.id}`, { name: hidden }],
      [`POST /people/${own.id}/tokens`, { label: hidden }],
    ] as const) {
      const { status, json } = await stage.admin(what, body);
      expect([status, json['message']]).toEqual([
        400,
        expect.stringMatching(/^(name|label): holds control characters\.$/),
      ]);
    }
  });

  it('of one team does not reach another team, its budgets, or the account', async () => {
    const { research, sales, asha, token, own, other } = await twoTeams();
    const as = (what: string, body?: object) => stage.admin(what, body, token);
    const refused = [
      as(`POST /people/${other.id}/tokens`, {}),
      as(`PUT /people/${other.id}/budget`, { callsPerDay: 9 }),
      as(`PATCH /people/${other.id}`, { isDisabled: true }),
      as('POST /people', { name: 'x', team: sales }),
      as('POST /people', { name: 'x', role: 'administrator' }),
      as(`PATCH /people/${asha}`, { role: 'administrator' }),
      as(`PATCH /people/${own.id}`, { team: 'Sales' }),
      as(`PUT /teams/${research}/budget`, { callsPerDay: 9 }),
      as(`PATCH /teams/${research}`, { weight: 9 }),
      as('PUT /account/budget', { callsPerDay: 9 }),
      as('POST /teams', { name: 'x' }),
      as('GET /unknown-scores'),
      as('GET /audit'),
    ];
    const statuses = (await Promise.all(refused)).map(({ status }) => status);
    expect(statuses.every((status) => status === 403 || status === 404)).toBe(true);
    expect((await as(`PUT /people/${own.id}/budget`, { callsPerDay: 9 })).status).toBe(200);
    expect((await as('POST /people', { name: 'Divya' })).json['team']).toBe(research);
    const usage = (await as('GET /usage')).json;
    expect(usage['account']).toBeUndefined();
    expect(JSON.stringify(usage)).not.toContain('Chitra');
    const people = (await as('GET /people')).text;
    expect(people).toContain('Binod');
    expect(people).not.toContain('Chitra');
  });

  it('does not let a team’s administrator revoke or make tokens of an administrator of everything', async () => {
    const { token } = await twoTeams();
    const boss = await stage.admin('POST /people', {
      name: 'Boss',
      team: 'Research',
      role: 'administrator',
    });
    const id = String(boss.json['id']);
    const made = await stage.admin(`POST /people/${id}/tokens`, {});
    const make = await stage.admin(`POST /people/${id}/tokens`, { use: 'administration' }, token);
    const revoke = await stage.admin(`DELETE /tokens/${String(made.json['id'])}`, undefined, token);
    expect([make.status, revoke.status]).toEqual([404, 404]);
  });

  it.each([
    ['POST /teams', {}],
    ['POST /teams', { name: ' ' }],
    ['POST /people', { name: 'x', team: 'nowhere' }],
    ['POST /people', { name: 'x', role: 'king' }],
    ['PUT /account/budget', { callsPerDay: -1 }],
    ['PUT /account/budget', { callsPerDay: 1.5 }],
    ['PUT /account/budget', { callsPerYear: 1 }],
    ['PUT /account/budget', undefined],
    ['GET /usage?day=yesterday', undefined],
    ['POST /people', { name: 'x', teams: ['y'] }],
    ['POST /people', { __proto__: { name: 'x' } }],
  ])('says what is wrong with %s %j', async (what, body) => {
    const { status, json } = await stage.admin(what, body);
    expect([status, typeof json['message']]).toEqual([400, 'string']);
  });

  it.each([{ weight: 0 }, { weight: 11 }, { weight: 1.5 }, { weight: '2' }, {}, { wait: 2 }])(
    'gives a team no weight such as %j',
    async (body) => {
      await stage.admin('POST /teams', { name: 'Research' });
      const { status, json } = await stage.admin('PATCH /teams/Research', body);
      expect([status, typeof json['message']]).toEqual([400, 'string']);
      expect((await stage.admin('GET /teams')).text).not.toContain('weight');
    },
  );

  it.each(['45', 'in 40', '2027-02-31', '2027-13-01', '2027-01-01T25:00', 1893456000000000])(
    'makes no token that is good until %j',
    async (expiresAt) => {
      const { json } = await stage.admin('POST /people', { name: 'x' });
      const tokens = `POST /people/${String(json['id'])}/tokens`;
      expect((await stage.admin(tokens, { expiresAt })).status).toBe(400);
    },
  );

  it('gives one id of the company’s sign-in to one person, though several are added at once', async () => {
    const names = ['Asha', 'Binod', 'Chitra', 'Divya'];
    const all = names.map((name) => stage.admin('POST /people', { name, oid: 'oid-1' }));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409, 409, 409]);
  });

  it('undoes no change of a person by another at the same time', async () => {
    const { id } = await stage.person('Asha');
    const changes = [{ isDisabled: true }, { name: 'Asha Rao' }, { role: 'administrator' }];
    await Promise.all(changes.map((change) => stage.admin(`PATCH /people/${id}`, change)));
    await stage.restart();
    const { people } = (await stage.admin('GET /people')).json as { people: { id: string }[] };
    expect(people.find((person) => person.id === id)).toMatchObject(Object.assign({}, ...changes));
  });

  describe('keeps its last administrator', () => {
    const people = async () =>
      (await stage.admin('GET /people')).json['people'] as {
        id: string;
        role: string;
        isLastAdministrator?: boolean;
      }[];
    const administrator = async (): Promise<string> =>
      (await people()).find(({ role }) => role === 'administrator')?.id ?? '';
    const tokenIds = async (id: string): Promise<string[]> =>
      (
        (await stage.admin(`GET /people/${id}/tokens`)).json['tokens'] as {
          id: string;
          use: string;
        }[]
      ).flatMap((token) => (token.use === 'administration' ? [token.id] : []));

    it('who can be neither disabled nor demoted, nor lose the last token', async () => {
      const id = await administrator();
      await stage.person('Asha');
      const [token = ''] = await tokenIds(id);
      expect((await people()).filter((each) => each.isLastAdministrator)).toMatchObject([{ id }]);
      for (const [what, body] of [
        [`PATCH /people/${id}`, { isDisabled: true }],
        [`PATCH /people/${id}`, { role: 'person' }],
        [`PATCH /people/${id}`, { role: 'team-administrator' }],
        [`DELETE /tokens/${token}`, undefined],
        [`DELETE /people/${id}`, undefined],
      ] as const) {
        const { status, json } = await stage.admin(what, body);
        expect([status, json['message']]).toEqual([
          409,
          'Nobody else could administer the gateway. Give another administrator a token first.',
        ]);
      }
      expect((await stage.admin(`PATCH /people/${id}`, { name: 'Root' })).status).toBe(200);
    });

    it.each([
      ['has no token', {}, undefined],
      ['is disabled', { isDisabled: true }, {}],
      ['has a token for the service alone', {}, { use: 'service' }],
    ] as const)('though another %s', async (_, change, token) => {
      const made = await stage.admin('POST /people', { name: 'Other', role: 'administrator' });
      const other = `/people/${String(made.json['id'])}`;
      if (token !== undefined) {
        await stage.admin(`POST ${other}/tokens`, { use: 'administration', ...token });
      }
      await stage.admin(`PATCH ${other}`, change);
      const id = await administrator();
      expect((await stage.admin(`PATCH /people/${id}`, { isDisabled: true })).status).toBe(409);
    });

    it('of two who disable each other at the same time', async () => {
      const made = await stage.admin('POST /people', { name: 'Other', role: 'administrator' });
      const other = String(made.json['id']);
      const { json } = await stage.admin(`POST /people/${other}/tokens`, {
        use: 'administration',
      });
      const id = await administrator();
      const replies = await Promise.all([
        stage.admin(`PATCH /people/${other}`, { isDisabled: true }),
        stage.admin(`PATCH /people/${id}`, { isDisabled: true }, String(json['token'])),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    });
  });

  it('makes no token without end, and leaves nobody at work, where a field is misspelt', async () => {
    const { json } = await stage.admin('POST /people', { name: 'x' });
    const person = `/people/${String(json['id'])}`;
    const made = await stage.admin(`POST ${person}/tokens`, { expires: '2030-01-01' });
    const changed = await stage.admin(`PATCH ${person}`, { disabled: true });
    expect([made.status, changed.status]).toEqual([400, 400]);
    const { json: listed } = await stage.admin(`GET ${person}/tokens`);
    expect(listed).toEqual({ tokens: [], next: null });
  });

  it('writes the audit as CSV in slices, so that others have their turn', async () => {
    await stage.restart(async () => {
      const always = { keepAnswersMs: 1, keepCountsMs: 1e10, patienceMs: 100 };
      const { folder } = stage;
      const state = await openLmdbState({ folder, now: Date.now, ...always });
      const entry = { by: 'p', act: 'team added', about: 't', detail: 'x' };
      const appended = Array.from({ length: 5000 }, (_, each) =>
        state.audit.append({ ...entry, at: Date.now() - each }),
      );
      await Promise.all(appended);
      await state.close();
    });
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    const { text } = await stage.admin('GET /audit?format=csv');
    isOver = true;
    expect(text.split('\r\n').length).toBeGreaterThan(5000);
    expect(turns).toBeGreaterThan(40);
  });

  describe('deletes', () => {
    const usageOf = async (kind: 'people' | 'teams', query = '') =>
      (await stage.admin(`GET /usage${query}`)).json[kind] as {
        id: string;
        booked: number;
        isDeleted?: boolean;
      }[];

    it('a person, whose tokens end and whose calls and deeds stay told', async () => {
      await stage.admin('POST /teams', { name: 'Research' });
      const { id, token } = await stage.person('Asha', 'Research');
      const idle = await stage.person('Idle');
      await stage.ask(token, { lat: 1, lng: 2, variables: 'a' });
      for (const each of [id, idle.id]) {
        expect((await stage.admin(`DELETE /people/${each}`)).json).toMatchObject({ id: each });
      }
      expect((await stage.ask(token, { lat: 1, lng: 3, variables: 'a' })).status).toBe(401);
      await stage.restart();
      expect((await stage.ask(token, { lat: 1, lng: 3, variables: 'a' })).status).toBe(401);
      expect((await stage.admin('GET /people')).text).not.toContain(id);
      for (const what of [`PATCH /people/${id}`, `DELETE /people/${id}`]) {
        expect((await stage.admin(what, { isDisabled: false })).status).toBe(404);
      }
      const [told, ...others] = (await usageOf('people')).filter((each) => each.isDeleted);
      expect([told, others]).toMatchObject([{ id, booked: 1 }, []]);
      expect((await usageOf('people', '?day=2020-01-01')).map((each) => each.id)).not.toContain(id);
      expect((await stage.admin('GET /audit')).text).toContain('deleted Asha.');
      // The name is free again.
      expect((await stage.person('Asha', 'Research')).id).not.toBe(id);
    });

    it('a team once nobody is in it', async () => {
      await stage.admin('POST /teams', { name: 'Research' });
      const { id, token } = await stage.person('Asha', 'Research');
      await stage.ask(token, { lat: 1, lng: 2, variables: 'a' });
      const { json } = await stage.admin('DELETE /teams/Research');
      expect(json['message']).toBe('Move its people to other teams, or delete them, first.');
      await stage.admin(`PATCH /people/${id}`, { team: null });
      expect((await stage.admin('DELETE /teams/Research')).status).toBe(200);
      expect((await stage.admin(`PATCH /people/${id}`, { team: 'Research' })).status).toBe(400);
      expect(await usageOf('teams')).toMatchObject([{ booked: 1, isDeleted: true }]);
      expect((await stage.admin('POST /teams', { name: 'Research' })).status).toBe(201);
    });

    it('nobody and nothing for a team’s administrator', async () => {
      const { token, own, research } = await twoTeams();
      for (const what of [`DELETE /people/${own.id}`, `DELETE /teams/${research}`]) {
        expect((await stage.admin(what, undefined, token)).status).toBe(403);
      }
    });

    it('no team that somebody joins at the same time, nor brings it back by a change', async () => {
      await stage.admin('POST /teams', { name: 'Research' });
      const [deleted, ...others] = await Promise.all([
        stage.admin('DELETE /teams/Research'),
        stage.admin('PATCH /teams/Research', { weight: 3 }),
        stage.admin('POST /people', { name: 'Asha', team: 'Research' }),
      ]);
      const { teams } = (await stage.admin('GET /teams')).json as { teams: object[] };
      expect([deleted.status, teams.length]).toEqual(
        others[1]?.status === 201 ? [409, 1] : [200, 0],
      );
    });
  });

  it('renames a team, and gives no two teams one name', async () => {
    const { research } = await twoTeams();
    expect((await stage.admin(`PATCH /teams/${research}`, { name: 'sales' })).status).toBe(409);
    expect((await stage.admin(`PATCH /teams/${research}`, { name: 'Studies' })).status).toBe(200);
    expect((await stage.admin('PATCH /teams/Research', { weight: 2 })).status).toBe(404);
    expect((await stage.admin('PATCH /teams/Studies', { name: 'studies' })).status).toBe(200);
    expect((await stage.admin('POST /teams', { name: 'Research' })).status).toBe(201);
  });

  it('says who did what in words, with names as they are now', async () => {
    const { json: team } = await stage.admin('POST /teams', { name: 'Research' });
    const { id } = await stage.person('Asha', 'Research');
    await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 100 });
    await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 1500, callsPerMonth: 9 });
    await stage.admin(`PATCH /people/${id}`, { role: 'team-administrator', team: null });
    await stage.admin(`PATCH /teams/${String(team['id'])}`, { name: 'Studies', weight: 2 });
    await stage.admin(`PATCH /people/${id}`, { name: 'Asha Rao', isDisabled: true });
    const { entries } = (await stage.admin('GET /audit')).json as { entries: { text: string }[] };
    expect(entries.map(({ text }) => text).reverse()).toEqual(
      [
        'added the team Research',
        'added Asha Rao',
        'made a token for Asha Rao',
        'set Asha Rao’s budget: calls a day from no limit to 100',
        'set Asha Rao’s budget: calls a day from 100 to 1,500, calls a month from no limit to 9',
        'changed Asha Rao: team from Studies to none, role from person to team administrator',
        'changed the team Studies: name from Research to Studies, weight from 1 to 2',
        'changed Asha Rao: name from Asha to Asha Rao, disabled: yes',
      ].map((deed) => `Administrator ${deed}.`),
    );
  });

  it('writes down who did what, as CSV', async () => {
    await stage.admin('POST /teams', { name: 'The "first", 1' });
    const { token } = await stage.person('Asha');
    const csv = (await stage.admin('GET /audit?format=csv')).text;
    expect(csv).toContain('"team added"');
    expect(csv).toContain('"The ""first"", 1"');
    expect(csv).not.toContain(token);
    const { entries } = (await stage.admin('GET /audit')).json as { entries: { act: string }[] };
    expect(entries.map(({ act }) => act)).toEqual(['token made', 'person added', 'team added']);
  });

  it('shows a token once, and lists it without its secret', async () => {
    const { id, token } = await stage.person('Asha');
    const listed = await stage.admin(`GET /people/${id}/tokens`);
    expect(listed.text).not.toContain(token);
    expect(listed.text).not.toContain('hash');
    const [{ id: tokenId }] = listed.json['tokens'] as [{ id: string }];
    await stage.admin(`DELETE /tokens/${tokenId}`);
    expect((await stage.ask(token, { lat: 1, lng: 2, variables: 'a' })).status).toBe(401);
    await stage.restart();
    expect((await stage.ask(token, { lat: 1, lng: 2, variables: 'a' })).status).toBe(401);
  });

  it('tells of its health and figures on its own port, with strict headers', async () => {
    const { administrators, people } = stage.gateway;
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      const reply = await fetch(administrators + path);
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(reply.headers.get('x-frame-options')).toBe('DENY');
      expect((await fetch(people + path)).status).toBe(404);
    }
    expect((await fetch(`${people}/admin/api/usage`)).status).toBe(404);
  });
});
