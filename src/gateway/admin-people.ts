import { z } from 'zod';
import {
  AdminError,
  demand,
  administratorOf,
  changesOf,
  demandAdministrator,
  demandManagerOf,
  mayManage,
  type AdminTools,
} from './admin-tools';
import { inSlices, isWhole, jsonList, pageOf, tokenPage } from './admin-paging';
import {
  exclusively,
  PEOPLE_NAMES,
  TEAM_NAMES,
  type Directory,
  type Identity,
  type Person,
  type Team,
  type Token,
} from './directory';
import { endedLongAgo } from './kept-tokens';
import { StoreDown } from './state/shared-state';
import type { Calendar } from '../node/calendar';
import { ID } from './sign-in/claims';
import { hasNoControls, nameFault } from './name-rules';

/** Logs and lists show it on one line. */
const TEXT = z.string().trim().max(200).refine(hasNoControls, 'holds control characters');
export const NAME = TEXT.min(1).superRefine((name, context) => {
  const message = nameFault(name);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});
export const TEAM = z.strictObject({ name: NAME });
export const TEAM_CHANGE = z
  .strictObject({ name: NAME.optional(), weight: z.int().min(1).max(10).optional() })
  .refine((change) => Object.keys(change).length > 0, 'holds no change');
const ROLE = z.enum(['person', 'team-administrator', 'administrator']);
/** What the company's sign-in calls a person. */
const OID = z.string().trim().regex(ID);
export const PERSON = z.strictObject({
  name: NAME,
  team: z.string().nullish(),
  role: ROLE.default('person'),
  oid: OID.optional(),
});
export const PERSON_CHANGE = z.strictObject({
  name: NAME.optional(),
  team: z.string().nullish(),
  role: ROLE.optional(),
  isDisabled: z.boolean().optional(),
  oid: OID.nullish(),
});
export const TOKEN = z.strictObject({
  label: TEXT.default(''),
  expiresAt: z.union([z.string(), z.number()]).nullish(),
  use: z.enum(['service', 'administration']).default('service'),
});

/** How long a token that is replaced stays valid, such as 24h. */
export const ROTATION = z.strictObject({
  overlap: z
    .string()
    .regex(/^\d{1,4}[mhd]$/, 'must be minutes, hours or days, such as 24h')
    .default('24h'),
});

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const LONGEST_MS = 3660 * 86_400_000;

/** Adds routes for teams, people and their tokens. */
export function addPeopleRoutes(tools: AdminTools): void {
  const { app, directory, state, audit, clock, newPeople } = tools;
  app.get('/teams', (c) => {
    const { person } = c.get('identity');
    const isAll = person.role === 'administrator';
    const isTheirs = ({ id }: Team): boolean => isAll || id === person.team;
    const query = c.req.query();
    if (isWhole(query)) return c.json({ teams: directory.teams.filter(isTheirs) });
    const { items, ...rest } = pageOf(
      directory.teamsInOrder.filter(({ item }) => isTheirs(item)),
      query,
    );
    return c.json({ teams: items, ...rest });
  });
  app.post('/teams', async (c) => {
    const by = administratorOf(c);
    const { name } = demand(TEAM, c.get('body'));
    const { team, isNew } = await teamCalled(name, by, tools);
    if (!isNew) throw TEAM_TWIN;
    return c.json(team, 201);
  });
  app.patch('/teams/:id', async (c) => {
    const by = administratorOf(c);
    const change = demand(TEAM_CHANGE, c.get('body'));
    const { before, after } = await exclusively(tools, TEAM_NAMES, async () => {
      const team = demandTeam(directory, c.req.param('id'));
      const twin = change.name === undefined ? undefined : directory.teamNamed(change.name);
      if (twin !== undefined && twin.id !== team.id) throw TEAM_TWIN;
      if (change.name !== undefined) demandFree(directory, { name: change.name });
      return {
        before: team,
        after: await directory.saveTeam({ ...team, ...(change as Partial<Team>) }),
      };
    });
    const [was, is] = [before, after].map((team) => ({ weight: 1, ...team })) as [Team, Team];
    await audit(by, 'team changed', after.id, changesOf(was, is, ['name', 'weight']));
    return c.json(after);
  });
  app.delete('/teams/:id', async (c) => {
    const by = administratorOf(c);
    const remove = async (): Promise<Team> => {
      const found = demandTeam(directory, c.req.param('id'));
      if (directory.people.some((person) => person.team === found.id)) throw TEAM_IN_USE;
      return directory.saveTeam({ ...found, deletedAt: clock.now() });
    };
    // Meanwhile nobody joins the team, and no other change of it brings it back.
    const team = await state.exclusively(PEOPLE_NAMES, () =>
      exclusively(tools, TEAM_NAMES, remove),
    );
    await audit(by, 'team deleted', team.id, team.name);
    return c.json({ id: team.id, status: 'deleted' });
  });

  app.get('/people', async (c) => {
    const { person: by } = c.get('identity');
    const query = c.req.query();
    const { items, ...rest } = isWhole(query)
      ? { items: directory.people.filter((each) => isSeenBy(each, by)) }
      : pageOf(
          directory.peopleInOrder.filter(({ item }) => isSeenBy(item, by)),
          query,
          ({ team }) => directory.team(team)?.name ?? '',
        );
    const administrators = new Set(directory.administratorTokens.map(({ person }) => person));
    const isLast = ({ id }: Person): boolean => administrators.size === 1 && administrators.has(id);
    const parts = await inSlices(items, (slice) =>
      slice.map((person) =>
        JSON.stringify({
          ...toJson(person, directory),
          ...(isLast(person) && { isLastAdministrator: true }),
        }),
      ),
    );
    return jsonList(c, rest, { people: parts.flat() });
  });
  app.post('/people', async (c) => {
    const by = c.get('identity');
    const { name, team: named, role, oid } = demand(PERSON, c.get('body'));
    const team = teamFor(by, directory, named ?? undefined);
    if (role === 'administrator') demandAdministrator(by);
    const given = { name, team: team?.id, role, oid };
    const person = await withFreeName(tools, given, () =>
      withFreeOid(by, tools, oid, () => newPeople.add(given)),
    );
    await audit(by, 'person added', person.id, `${name}, ${role}`);
    return c.json(toJson(person, directory), 201);
  });
  app.patch('/people/:id', async (c) => {
    const by = c.get('identity');
    const { id } = demandManagerOf(by, directory.person(c.req.param('id')));
    const { team: named, oid, ...plain } = demand(PERSON_CHANGE, c.get('body'));
    const { role, name, isDisabled } = plain;
    if (role === 'administrator') demandAdministrator(by);
    if (named !== undefined || oid === null) demandAdministrator(by);
    const team = named === null ? null : teamNamed(directory, named);
    const endsAdministration = isDisabled === true || (role ?? 'administrator') !== 'administrator';
    // The whole record is stored, so another change at the same time would be lost.
    const { before, after } = await exclusively(tools, `change of ${id}`, async () => {
      const person = demandManagerOf(by, directory.person(id));
      const newOid = oid === person.oid ? undefined : (oid ?? undefined);
      const wanted: Partial<Person> = {
        ...(plain as Partial<Person>),
        ...(named !== undefined && { team: team?.id }),
        ...(oid !== undefined && { oid: oid ?? undefined }),
      };
      const change = (): Promise<Person> =>
        withFreeOid(by, tools, newOid, () => directory.changePerson(person, wanted));
      const isRenamed = name !== undefined || named !== undefined;
      const save = (): Promise<Person> =>
        isRenamed ? withFreeName(tools, { ...person, ...wanted }, change) : change();
      const saved = endsAdministration
        ? withAnotherAdministrator(tools, ({ person: owner }) => owner === id, save)
        : save();
      return { before: person, after: await saved };
    });
    const changes = changesOf(before, after, ['name', 'team', 'role', 'isDisabled', 'oid']);
    await audit(by, 'person changed', id, changes);
    return c.json(toJson(after, directory));
  });
  app.delete('/people/:id', async (c) => {
    const by = administratorOf(c);
    const id = c.req.param('id');
    const person = await exclusively(tools, `change of ${id}`, async () => {
      const found = demandManagerOf(by, directory.person(id));
      const remove = (): Promise<Person> => directory.deletePerson(found);
      return withAnotherAdministrator(tools, ({ person: owner }) => owner === id, remove);
    });
    await audit(by, 'person deleted', id, person.name);
    return c.json({ id, status: 'deleted' });
  });

  // An administrator's token is kept for ever, so that it never comes back.
  const isListed = (token: Token): boolean => !endedLongAgo(token, clock.now());
  app.get('/people/:id/tokens', (c) => {
    const person = demandManagerOf(c.get('identity'), directory.person(c.req.param('id')));
    const own = directory.tokensOf(person.id).filter(isListed);
    const { items, next } = tokenPage(own, c.req.query());
    return c.json({ tokens: items.map(withoutHash), next });
  });
  app.post('/people/:id/tokens', async (c) => {
    const by = c.get('identity');
    const person = demandManagerOf(by, directory.person(c.req.param('id')));
    const { label, expiresAt, use } = demand(TOKEN, c.get('body'));
    if (use === 'administration' && person.role === 'person') {
      throw new AdminError(400, 'use: this person is not an administrator.');
    }
    const time =
      expiresAt === null || expiresAt === undefined
        ? undefined
        : timeOf(expiresAt, state.ledger.calendar);
    if (time !== undefined && time <= clock.now()) {
      throw new AdminError(400, 'expiresAt: must be in the future.');
    }
    if (time !== undefined && time > clock.now() + LONGEST_MS) {
      throw new AdminError(400, 'expiresAt: must be within ten years, in milliseconds.');
    }
    const { token, secret } = await directory.addToken({
      person: person.id,
      use,
      label,
      expiresAt: time,
    });
    await audit(by, 'token made', token.id, `for ${person.id}, ${use}`);
    return c.json({ ...withoutHash(token), token: secret }, 201);
  });
  app.get('/tokens', (c) => {
    const by = c.get('identity');
    const managed = directory.tokens.filter((token) => {
      const owner = directory.person(token.person);
      return owner !== undefined && mayManage(by, owner) && isListed(token);
    });
    const { items, next } = tokenPage(managed, c.req.query());
    return c.json({ tokens: items.map(withoutHash), next });
  });
  app.post('/tokens/:id/rotate', async (c) => {
    const by = c.get('identity');
    const { overlap } = demand(ROTATION, c.get('body'));
    const until = clock.now() + Number.parseInt(overlap, 10) * (UNIT_MS[overlap.slice(-1)] ?? 0);
    // The whole record is stored, so a token that is revoked at the same time would become valid
    // again.
    const made = await exclusively(tools, 'administrators', () => {
      const token = managedToken(directory, by, c.req.param('id'));
      if (token.revokedAt !== undefined || (token.expiresAt ?? Infinity) <= clock.now()) {
        throw new AdminError(409, 'This token is no longer valid: make a new one.');
      }
      if (token.isSession === true) {
        throw new AdminError(
          409,
          'This is a browser’s session. Its person has to sign in again instead.',
        );
      }
      return directory.replaceToken(token, until);
    });
    const { token, secret } = made;
    await audit(by, 'token made', token.id, `in place of ${c.req.param('id')}`);
    return c.json({ ...withoutHash(token), token: secret }, 201);
  });
  app.delete('/tokens/:id', async (c) => {
    const by = c.get('identity');
    const token = managedToken(directory, by, c.req.param('id'));
    const isIt = ({ id }: Token): boolean => id === token.id;
    const revoke = (): Promise<'now' | 'later'> =>
      directory.revoke(token, () => audit(by, 'token revoked', token.id, `of ${token.person}`));
    const stored = await withAnotherAdministrator(tools, isIt, revoke).catch((error: unknown) => {
      // Only memory can tell now whether there is another administrator.
      if (!(error instanceof StoreDown)) throw error;
      demandAnotherAdministrator(directory, isIt);
      return revoke();
    });
    return c.json({ id: token.id, status: 'revoked', stored }, stored === 'now' ? 200 : 202);
  });
}

function managedToken(directory: Directory, by: Identity, id: string): Token {
  const token = directory.token(id);
  if (token === undefined) throw new AdminError(404, 'There is no such token.');
  demandManagerOf(by, directory.person(token.person));
  return token;
}

/**
 * Runs what makes tokens invalid, one at a time, and only if somebody can still administer
 * afterwards.
 */
function withAnotherAdministrator<T>(
  tools: Pick<AdminTools, 'directory' | 'state'>,
  isLost: (token: Token) => boolean,
  run: () => Promise<T>,
): Promise<T> {
  return exclusively(tools, 'administrators', async () => {
    demandAnotherAdministrator(tools.directory, isLost);
    return run();
  });
}

function demandAnotherAdministrator(
  { administratorTokens: tokens }: Directory,
  isLost: (token: Token) => boolean,
): void {
  if (tokens.some(isLost) && tokens.every(isLost)) throw LAST_ADMINISTRATOR;
}

const TEAM_TWIN = new AdminError(409, 'There is already a team with this name.');
const NO_TEAM = new AdminError(400, 'team: there is no such team.');
const TEAM_IN_USE = new AdminError(409, 'Move its people to other teams, or delete them, first.');
const LAST_ADMINISTRATOR = new AdminError(
  409,
  'Nobody else could administer the gateway. Give another administrator a token first.',
);

/**
 * Returns the team of this name, and adds it if there is none. Two teams of one name would each
 * have half a budget.
 */
export function teamCalled(
  name: string,
  by: Identity,
  tools: Pick<AdminTools, 'directory' | 'state' | 'audit'>,
): Promise<{ readonly team: Team; readonly isNew: boolean }> {
  const { directory, audit } = tools;
  return exclusively(tools, TEAM_NAMES, async () => {
    const known = directory.teamNamed(name);
    if (known !== undefined) return { team: known, isNew: false };
    demandFree(directory, { name });
    const team = await directory.addTeam(name);
    await audit(by, 'team added', team.id, name);
    return { team, isNew: true };
  });
}

/**
 * @throws AdminError if no team has this ID or name.
 */
export function demandTeam(directory: Directory, text: string): Team {
  const team = directory.teamNamed(text);
  if (team === undefined) throw new AdminError(404, 'There is no such team.');
  return team;
}

/** Runs `run` unless somebody else in the team has this name, at this gateway or at another. */
function withFreeName(
  tools: Pick<AdminTools, 'directory' | 'state'>,
  person: Pick<Person, 'name' | 'team' | 'oid'> & Partial<Person>,
  run: () => Promise<Person>,
): Promise<Person> {
  const { directory } = tools;
  return exclusively(tools, PEOPLE_NAMES, async () => {
    if (person.team !== undefined && directory.team(person.team) === undefined) throw NO_TEAM;
    demandFree(directory, person);
    return run();
  });
}

/** @throws AdminError */
export function demandFree(
  directory: Directory,
  named: Parameters<Directory['nameConflict']>[0],
): void {
  const conflict = directory.nameConflict(named);
  if (conflict !== undefined) throw new AdminError(409, `name: ${conflict}.`);
}

/** Whether an administrator sees this person; a team's administrator sees only the team. */
export function isSeenBy(person: Person, by: Person): boolean {
  return by.role === 'administrator' || (by.team !== undefined && by.team === person.team);
}

/**
 * Returns the team of a new person. A team's administrator adds people to their own team, whether
 * or not they name it.
 */
export function teamFor(
  { person: by }: Identity,
  directory: Directory,
  named: string | undefined,
): Team | undefined {
  if (by.role === 'administrator') return teamNamed(directory, named);
  const own = directory.team(by.team);
  if (own === undefined || (named !== undefined && teamNamed(directory, named) !== own)) {
    throw new AdminError(403, 'team: only your own.');
  }
  return own;
}

/**
 * Runs `run` unless somebody has this `oid`, by which people sign in. Only administrators may set
 * one.
 */
export async function withFreeOid(
  by: Identity,
  tools: Pick<AdminTools, 'directory' | 'state'>,
  oid: string | undefined,
  run: () => Promise<Person>,
): Promise<Person> {
  if (oid === undefined) return run();
  demandAdministrator(by);
  return exclusively(tools, `person ${oid}`, async () => {
    if (tools.directory.personByOid(oid) !== undefined) {
      throw new AdminError(409, 'oid: another person has it.');
    }
    return run();
  });
}

function teamNamed(directory: Directory, named: string | undefined): Team | undefined {
  if (named === undefined) return undefined;
  const team = directory.teamNamed(named);
  if (team === undefined) throw NO_TEAM;
  return team;
}

/**
 * Reads when a token expires. A day means its beginning. Date.parse() would read "45" as 2045, and
 * 31 February as 3 March.
 */
function timeOf(given: string | number, calendar: Calendar): number {
  if (typeof given === 'number') return given;
  const [, day = ''] = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.exec(given) ?? [];
  const isDay = !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  const parsed = (): number => (day === given ? calendar.beginningOf(day) : Date.parse(given));
  const time = isDay ? parsed() : Number.NaN;
  if (Number.isNaN(time)) {
    throw new AdminError(400, 'expiresAt: must be a time such as 2027-01-31T18:00:00Z.');
  }
  return time;
}

function toJson(person: Person, directory: Directory): object {
  return { ...person, team: person.team ?? null, teamName: directory.team(person.team)?.name };
}

function withoutHash({ hash: _hash, ...token }: Token): object {
  return token;
}
