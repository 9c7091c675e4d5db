import { EMPTY_RECORDS } from './empty-records';
import { Directory, type Token } from '../../src/gateway/directory';
import { readConfiguration } from '../../src/gateway/configuration';
import { ensureAdministrator, recoverAdministrator } from '../../src/gateway/first-administrator';
import { openStage } from './gateway-stage';

const GIVEN = 'a-token-of-the-environment';

/** Two administrators, each with a token, the first by the environment. */
async function setUp() {
  const directory = await Directory.load(EMPTY_RECORDS, () => 0);
  await ensureAdministrator(directory, GIVEN);
  const second = await directory.addPerson({
    name: 'Asha',
    team: undefined,
    role: 'administrator',
  });
  const tokenOf = (person: string) =>
    directory.addToken({ person, use: 'administration', label: '', expiresAt: undefined });
  const own = await tokenOf(second.id);
  return { directory, first: directory.tokens[0] as Token, second, own: own.token };
}

describe('at a start with two administrators', () => {
  it.each([
    ['that was given at the first start', GIVEN],
    ['that is not given any more', undefined],
  ])('a revoked token %s stays revoked, and none is made', async (_what, given) => {
    const { directory, first } = await setUp();
    await directory.revoke(first);
    expect(await ensureAdministrator(directory, given)).toBeUndefined();
    expect(directory.tokens).toHaveLength(2);
    expect(directory.identify(GIVEN, 'administration')).toBeUndefined();
  });

  it('a given token that moved to another person is not added to the first', async () => {
    const { directory, first, second } = await setUp();
    await directory.changePerson(directory.person(first.person) as never, { isDisabled: true });
    expect(await ensureAdministrator(directory, GIVEN)).toBeUndefined();
    expect(directory.tokens.filter(({ person }) => person === second.id)).toHaveLength(1);
  });

  it('a new token in the environment counts', async () => {
    const { directory } = await setUp();
    expect(await ensureAdministrator(directory, 'a-newer-token')).toBeUndefined();
    expect(directory.identify('a-newer-token', 'administration')).toBeDefined();
  });

  it('a token is made where every other has been revoked, or its owner disabled', async () => {
    const { directory, first, second } = await setUp();
    await directory.revoke(first);
    await directory.changePerson(second, { isDisabled: true });
    const made = await ensureAdministrator(directory, undefined);
    expect(directory.identify(made ?? '', 'administration')).toBeDefined();
    expect(await ensureAdministrator(directory, undefined)).toBeUndefined();
  });
});

describe('the first administrator’s token', () => {
  const load = () => Directory.load(EMPTY_RECORDS, () => 0);

  it('is made anew at each start until somebody has used it: nobody may have seen it', async () => {
    const directory = await load();
    const lost = (await ensureAdministrator(directory, undefined)) ?? '';
    const shown = (await ensureAdministrator(directory, undefined)) ?? '';
    expect(directory.identify(lost, 'administration')).toBeUndefined();
    expect(directory.identify(shown, 'administration')).toBeDefined();
    expect(await ensureAdministrator(directory, undefined)).toBeUndefined();
    expect(directory.identify(shown, 'administration')).toBeDefined();
    expect(directory.people).toHaveLength(1);
  });

  it('stays where another gateway may have shown it a moment ago', async () => {
    const directory = await load();
    const shown = (await ensureAdministrator(directory, undefined, false)) ?? '';
    expect(await ensureAdministrator(directory, undefined, false)).toBeUndefined();
    expect(directory.identify(shown, 'administration')).toBeDefined();
  });
});

it('an administrator who has lost every token is let back in by whoever has the data', async () => {
  const stage = await openStage();
  const configuration = readConfiguration({ LOCUS_DATA: stage.folder });
  let token = '';
  try {
    const before = (await stage.admin('GET /people')).json['people'] as { id: string }[];
    await stage.gateway.stop();
    token = await recoverAdministrator(configuration);
    await stage.restart();
    const session = await stage.admin('GET /session', undefined, token);
    expect(session.json).toMatchObject({ person: before[0]?.id, role: 'administrator' });
    expect((await stage.admin('GET /audit')).text).toContain('administrator recovered');
  } finally {
    await stage.close();
  }
});
