import { timingSafeEqual } from 'node:crypto';
import { KnownIdentities } from './known-identities';
import { lookKey, nameKey } from './name-rules';
import { isGone, KeptTokens, type Token } from './kept-tokens';
import { createId, createToken, hashToken, type TokenUse } from './token-format';
import type { Grant } from './sign-in/claims';
import { StoreDown, type RecordStore, type SharedState } from './state/shared-state';
import { Calendar, dayAt, DAY_MS } from '../node/calendar';

export type { Token };

export interface Team {
  readonly id: string;
  readonly name: string;
  /** How many calls the team may make in one turn. @default 1 */
  readonly weight?: number | undefined;
  /** Epoch milliseconds. The team is no longer found by name, but usage and audit still name it. */
  readonly deletedAt?: number | undefined;
}

/** A `team-administrator` may manage the people of their own team, and nothing else. */
export type Role = 'person' | 'team-administrator' | 'administrator';

export interface Person {
  readonly id: string;
  readonly name: string;
  /** The team's id. Left out: the person has no team. */
  readonly team?: string | undefined;
  readonly role: Role;
  /** Whether all of the person's tokens are refused. */
  readonly isDisabled: boolean;
  /** The person's id in the company's own sign-in: the `oid` or `sub` of their JWTs. */
  readonly oid?: string | undefined;
  /** What the person's groups in the company's sign-in gave them last. */
  readonly granted?: Grant | undefined;
  /** When the token that says so was issued, in epoch seconds. An older token changes nothing. */
  readonly grantedAt?: number | undefined;
  /** When the person was deleted, in epoch milliseconds. They are then disabled, with no `oid`. */
  readonly deletedAt?: number | undefined;
  /** A deleted person's `oid`. It is refused until an administrator adds it again. */
  readonly formerOid?: string | undefined;
}

/** A person or a team, with the text by which its name is compared and found. */
export interface Listed<Item> {
  readonly key: string;
  readonly item: Item;
}

/** The person to whom a token belongs, and their team. */
export interface Identity {
  readonly person: Person;
  readonly team: Team | undefined;
}

/** Keeps people, teams and tokens in memory. Changes but `revoke` are stored before they count. */
export class Directory {
  private readonly teamsById = new Map<string, Team>();
  private readonly peopleById = new Map<string, Person>();
  private readonly teamsByName = new Map<string, Team>();
  private readonly listedPeople = new Map<string, Listed<Person>>();
  /** In order; undefined after a change. */
  private orderedPeople: readonly Listed<Person>[] | undefined;
  /** By name and team. */
  private readonly idsByName = new Map<string, string>();
  private readonly kept = new KeptTokens();
  /** By token's id. */
  private readonly usedDays = new Map<string, string>();
  private readonly unstored = new Map<string, () => Promise<void>>();
  private version: number | undefined;
  private refreshed: Promise<void> | undefined;

  private constructor(
    private readonly store: DirectoryStore,
    private readonly now: () => number,
    private readonly calendar: Calendar,
    private readonly identities: KnownIdentities<Person>,
  ) {}

  static async load(
    store: DirectoryStore,
    now: () => number,
    calendar = new Calendar('UTC'),
    oidKey = (oid: string): string => oid,
  ): Promise<Directory> {
    const directory = new Directory(store, now, calendar, new KnownIdentities(oidKey));
    // Read first, so that no change is missed while the records load.
    directory.version = (await store.changedSince?.(undefined))?.version;
    for (const kind of ['team', 'person', 'token', TOKEN_USE]) {
      for await (const records of store.slices(kind)) {
        for (const record of records) directory.index(kind, record);
      }
    }
    return directory;
  }

  /** Drops tokens that ended long ago, here and in the store, until `signal` stops it. */
  async sweep(signal?: AbortSignal): Promise<void> {
    for (const token of this.tokens) {
      if (!isGone(token, this.now())) continue;
      this.kept.drop(token);
      this.usedDays.delete(token.id);
    }
    const sweepOf = async <T>(kind: string, idOf: (record: T) => string | undefined) => {
      for await (const records of this.store.slices(kind)) {
        if (signal?.aborted === true) return;
        const ids = (records as readonly T[]).flatMap((record) => idOf(record) ?? []);
        if (ids.length > 0) await this.store.remove(kind, ids);
      }
    };
    await sweepOf<Token>('token', (token) => (isGone(token, this.now()) ? token.id : undefined));
    const today = this.now() / DAY_MS;
    // That of a token which another gateway has just made is not old.
    await sweepOf<TokenUseDay>(TOKEN_USE, ({ id, day }) =>
      this.kept.get(id) !== undefined || today - day < 2 ? undefined : id,
    );
  }

  /** Applies the changes that other gateways have made so far. */
  async refresh(): Promise<void> {
    // A refresh that has begun may have missed the latest change.
    await this.refreshed?.catch(() => undefined);
    if (this.version === undefined) return;
    this.refreshed ??= this.readChanges(this.version).finally(() => (this.refreshed = undefined));
    await this.refreshed;
  }

  /** Stores everything again, because the store may have lost records or hold older ones. */
  async storeAgain(): Promise<void> {
    for (const team of this.teamsById.values()) await this.store.put('team', team.id, team);
    for (const person of this.peopleById.values())
      await this.store.put('person', person.id, person);
    for (const token of this.tokens) await this.store.put('token', token.id, token);
  }

  get teams(): readonly Team[] {
    return [...this.teamsById.values()].filter(isListed);
  }

  get people(): readonly Person[] {
    return [...this.peopleById.values()].filter(isListed);
  }

  /** All teams and people, deleted ones included, because their usage and acts still name them. */
  get everyone(): { readonly teams: readonly Team[]; readonly people: readonly Person[] } {
    return { teams: [...this.teamsById.values()], people: [...this.peopleById.values()] };
  }

  /** Returns the name of a person, team or token, even if deleted; undefined for an unknown id. */
  nameOf(id: string): string | undefined {
    const { name } = this.peopleById.get(id) ?? this.teamsById.get(id) ?? {};
    return name ?? this.kept.get(id)?.label;
  }

  /** People in the order of their names, for lists that are read page by page. */
  get peopleInOrder(): readonly Listed<Person>[] {
    return (this.orderedPeople ??= inOrder([...this.listedPeople.values()]));
  }

  get teamsInOrder(): readonly Listed<Team>[] {
    return inOrder(this.teams.map((item) => ({ key: nameKey(item.name), item })));
  }

  get tokens(): readonly Token[] {
    return this.kept.all;
  }

  /** Returns a person's tokens, in the order in which they were made. */
  tokensOf(person: string): readonly Token[] {
    return this.kept.of(person);
  }

  team(id: string | undefined): Team | undefined {
    return id === undefined ? undefined : listed(this.teamsById.get(id));
  }

  /** Finds a team by its id or its name. */
  teamNamed(text: string): Team | undefined {
    return this.team(text) ?? this.teamsByName.get(nameKey(text));
  }

  /** Returns why a person, or without a `team` field a team, can't have this name. */
  nameConflict(named: Pick<Person, 'name' | 'oid'> & Partial<Person>): string | undefined {
    const { name, id, oid } = named;
    const owner = this.personByOid(name) ?? this.personByOid(name.toLowerCase());
    if (owner !== undefined && owner.id !== id && name !== oid) return 'is the id of a person';
    const twin = 'team' in named ? this.idsByName.get(personKey(named)) : undefined;
    if (twin === undefined || twin === id) return undefined;
    const isSame = nameKey(this.peopleById.get(twin)?.name ?? '') === nameKey(name);
    return isSame ? 'already in this team' : 'looks like another in this team';
  }

  person(id: string): Person | undefined {
    return listed(this.peopleById.get(id));
  }

  token(id: string): Token | undefined {
    return this.kept.get(id);
  }

  addTeam(name: string): Promise<Team> {
    return this.saveTeam({ id: createId('t'), name });
  }

  async saveTeam(team: Team): Promise<Team> {
    await this.store.put('team', team.id, team);
    this.indexTeam(team);
    return team;
  }

  personByOid(oid: string): Person | undefined {
    return this.identities.personOf(oid);
  }

  /** Whether nobody has this `oid`, but a deleted person had it. */
  isRefused(oid: string): boolean {
    return this.identities.isRefused(oid);
  }

  /** Deletes a person. Their tokens, sessions and company sign-in are refused from then on. */
  deletePerson(person: Person): Promise<Person> {
    return this.changePerson(person, {
      isDisabled: true,
      oid: undefined,
      formerOid: person.oid,
      granted: undefined,
      deletedAt: this.now(),
    });
  }

  addPerson(
    person: Pick<Person, 'name' | 'team' | 'role' | 'oid' | 'granted' | 'grantedAt'>,
  ): Promise<Person> {
    return this.changePerson({ ...person, id: createId('p'), isDisabled: false }, {});
  }

  async changePerson(before: Person, change: Partial<Omit<Person, 'id'>>): Promise<Person> {
    const person: Person = { ...before, ...change };
    await this.store.put('person', person.id, person);
    this.indexPerson(person);
    return person;
  }

  /** @returns the record and its secret. The secret is not stored, so it can be shown only now. */
  async addToken(
    given: Pick<Token, 'person' | 'use' | 'label' | 'expiresAt' | 'isNew' | 'isSession'>,
    secret = createToken(given.use),
  ): Promise<{ readonly token: Token; readonly secret: string }> {
    const token: Token = {
      ...given,
      id: createId('k'),
      hash: hashToken(secret),
      createdAt: this.now(),
    };
    await this.store.put('token', token.id, token);
    this.indexToken(token);
    return { token, secret };
  }

  /**
   * Makes a new token that replaces this one. The new one is valid for as long as this one was when
   * it was made.
   *
   * @param until when the replaced token expires at the latest, in epoch milliseconds.
   */
  async replaceToken(
    replaced: Token,
    until: number,
  ): Promise<{ readonly token: Token; readonly secret: string }> {
    const { person, use, label, createdAt, expiresAt } = replaced;
    const renewed = expiresAt === undefined ? undefined : this.now() + expiresAt - createdAt;
    const made = await this.addToken({ person, use, label, expiresAt: renewed });
    const ending = { ...replaced, expiresAt: Math.min(expiresAt ?? until, until) };
    await this.store.put('token', ending.id, ending);
    this.indexToken(ending);
    return made;
  }

  /** Counts at once. While the store is down, it is stored `later`, if no restart comes first. */
  async revoke(
    token: Token,
    andThen = (): Promise<void> => Promise.resolve(),
  ): Promise<'now' | 'later'> {
    // Done again, it writes nothing, neither here nor `andThen`.
    if (token.revokedAt !== undefined && !this.unstored.has(token.id)) return 'now';
    const revoked: Token = { ...token, revokedAt: token.revokedAt ?? this.now() };
    this.indexToken(revoked);
    this.unstored.set(token.id, async () => {
      await this.store.put('token', token.id, revoked);
      await andThen();
    });
    try {
      await this.storeRevoked();
      return 'now';
    } catch (error) {
      if (error instanceof StoreDown) return 'later';
      throw error;
    }
  }

  /** Stores what was revoked while the store was down. @throws StoreDown if it still is. */
  async storeRevoked(): Promise<void> {
    for (const [id, store] of this.unstored) {
      this.unstored.delete(id);
      try {
        await store();
      } catch (error) {
        this.unstored.set(id, store);
        throw error;
      }
    }
  }

  /**
   * Makes a session for a person who signs in with a browser. If they have too many open sessions,
   * the oldest end. Run this alone for each person.
   *
   * @returns undefined if the person has signed in too often within the time that a session lasts.
   */
  async addSession(
    given: Pick<Token, 'person' | 'use' | 'label' | 'expiresAt'>,
  ): Promise<{ readonly token: Token; readonly secret: string } | undefined> {
    const sessions = this.tokensOf(given.person).filter(
      ({ isSession, expiresAt = 0 }) => isSession === true && expiresAt > this.now(),
    );
    if (sessions.length >= MOST_SIGN_INS) return undefined;
    const open = sessions.filter(({ revokedAt }) => revokedAt === undefined);
    const oldest = open.slice(0, Math.max(0, open.length + 1 - MOST_SESSIONS));
    for (const session of oldest) await this.revoke(session);
    return this.addToken({ ...given, isSession: true });
  }

  /** An unknown token takes the steps of a revoked one: it is hashed, looked up and compared. */
  identify(secret: string, use: TokenUse): Identity | undefined {
    const hash = hashToken(secret);
    const token = this.kept.withHash(hash);
    const isSame = timingSafeEqual(Buffer.from(token?.hash ?? NOBODY), Buffer.from(hash));
    if (token === undefined || !isSame || token.use !== use) return undefined;
    if (!this.isValid(token)) return undefined;
    if (token.isNew === true) this.noteUse(token);
    this.noteDay(token.id);
    return this.identityOf(this.peopleById.get(token.person));
  }

  /** Returns a token's record, whether or not the token is still valid. */
  tokenOf(secret: string): Token | undefined {
    return this.kept.withHash(hashToken(secret));
  }

  /** Whether a token was ever issued. A revoked token is not valid, but it is no guess, either. */
  hasIssued(secret: string): boolean {
    return this.tokenOf(secret) !== undefined;
  }

  /** The valid tokens, other than sessions, with which a person can administer everything. */
  get administratorTokens(): readonly Token[] {
    return this.tokens.filter((token) => {
      const person = this.identityOf(this.peopleById.get(token.person))?.person;
      // A session ends by itself, and the provider may be down when the next should begin.
      const isLasting = token.use === 'administration' && token.isSession !== true;
      return isLasting && this.isValid(token) && person?.role === 'administrator';
    });
  }

  /** Returns a person's identity; undefined if there is no such person, or they are disabled. */
  identityOf(person: Person | undefined): Identity | undefined {
    if (person === undefined || person.isDisabled) return undefined;
    return { person, team: this.team(person.team) };
  }

  private noteUse({ isNew: _isNew, ...used }: Token): void {
    this.indexToken(used);
    // If the store is down, the next use after a start is noted.
    this.store.put('token', used.id, used).catch(() => undefined);
  }

  /** Returns the day on which a token was last used, `YYYY-MM-DD`; undefined if it never was. */
  lastUsed(token: string): string | undefined {
    return this.usedDays.get(token);
  }

  /** Notes a use, once a day. The token's record stays, because another gateway may revoke it. */
  private noteDay(id: string): void {
    const today = this.calendar.dayOf(this.now());
    if (this.usedDays.get(id) === today) return;
    this.usedDays.set(id, today);
    const use: TokenUseDay = { id, day: Date.parse(today) / DAY_MS };
    this.store.put(TOKEN_USE, id, use).catch(() => undefined);
  }

  private isValid({ revokedAt, expiresAt = Infinity }: Token): boolean {
    return revokedAt === undefined && expiresAt > this.now();
  }

  private async readChanges(since: number): Promise<void> {
    const changes = await this.store.changedSince?.(since);
    for (const { kind, record } of changes?.records ?? []) this.index(kind, record);
    this.version = changes?.version;
  }

  private index(kind: string, record: unknown): void {
    if (kind === 'team') this.indexTeam(record as Team);
    else if (kind === 'person') this.indexPerson(record as Person);
    else if (kind === 'token') this.indexToken(record as Token);
    else if (kind === TOKEN_USE) {
      const { id, day } = record as TokenUseDay;
      const used = dayAt(day * DAY_MS);
      if (used > (this.usedDays.get(id) ?? '')) this.usedDays.set(id, used);
    }
  }

  private indexTeam(team: Team): void {
    const before = this.teamsById.get(team.id);
    const key = nameKey(before?.name ?? team.name);
    if (this.teamsByName.get(key)?.id === team.id) this.teamsByName.delete(key);
    this.teamsById.set(team.id, team);
    if (isListed(team)) this.teamsByName.set(nameKey(team.name), team);
  }

  private indexPerson(person: Person): void {
    const before = this.peopleById.get(person.id);
    this.identities.put(person, before);
    if (before !== undefined && this.idsByName.get(personKey(before)) === person.id) {
      this.idsByName.delete(personKey(before));
    }
    this.peopleById.set(person.id, person);
    this.orderedPeople = undefined;
    this.listedPeople.delete(person.id);
    if (!isListed(person)) return;
    this.idsByName.set(personKey(person), person.id);
    this.listedPeople.set(person.id, { key: nameKey(person.name), item: person });
  }

  private indexToken(given: Token): void {
    // Another gateway may not have heard that it was revoked.
    const revokedAt = given.revokedAt ?? this.kept.get(given.id)?.revokedAt;
    const token = revokedAt === undefined ? given : { ...given, revokedAt };
    if (!isGone(token, this.now())) this.kept.add(token);
  }
}

interface TokenUseDay {
  readonly id: string;
  /** Days since 1970. */
  readonly day: number;
}

const TOKEN_USE = 'token-use';
/** Limits for one person: open sessions, and sign-ins within the ten hours that a session lasts. */
const MOST_SESSIONS = 10;
const MOST_SIGN_INS = 30;

type DirectoryStore = Pick<RecordStore, 'slices' | 'put' | 'remove' | 'changedSince'>;

/** Applies other gateways' changes and runs; meanwhile nobody runs anything under the same name. */
export function exclusively<T>(
  { directory, state }: { directory: Directory; state: Pick<SharedState, 'exclusively'> },
  name: string,
  run: () => Promise<T>,
): Promise<T> {
  return state.exclusively(name, async () => {
    await directory.refresh();
    return run();
  });
}

/** The name for `exclusively` under which names of people change. */
export const PEOPLE_NAMES = 'names of people';
/** The name under which names of teams change. If both are needed, take this one second. */
export const TEAM_NAMES = 'names of teams';

function personKey({ name, team = '' }: Pick<Person, 'name' | 'team'>): string {
  return `${team} ${lookKey(name)}`;
}

function inOrder<Item extends { readonly id: string }>(list: Listed<Item>[]): Listed<Item>[] {
  return list.sort((one, other) => (isBefore(one, other) ? -1 : 1));
}

/** Orders lists by name, and by id if the names are the same. */
export function isBefore<Item extends { readonly id: string }>(
  one: Listed<Item>,
  other: Listed<Item>,
): boolean {
  return one.key === other.key ? one.item.id < other.item.id : one.key < other.key;
}

function isListed({ deletedAt }: Person | Team): boolean {
  return deletedAt === undefined;
}

function listed<Item extends Person | Team>(item: Item | undefined): Item | undefined {
  return item === undefined || !isListed(item) ? undefined : item;
}

const NOBODY = hashToken('');
