import {
  exclusively,
  PEOPLE_NAMES,
  TEAM_NAMES,
  type Directory,
  type Person,
  type Team,
} from '../directory';
import type { NewPeople } from '../new-people';
import type { SharedState } from '../state/shared-state';
import { grantOf, type Claims, type Grant } from './claims';
import type { SignInConfiguration } from './sign-in-configuration';

interface SignedInPeopleOptions {
  readonly directory: Directory;
  readonly newPeople: Pick<NewPeople, 'add'>;
  readonly state: Pick<SharedState, 'audit' | 'exclusively'>;
  readonly now: () => number;
  readonly signIn: Pick<SignInConfiguration, 'groups' | 'newPeople'>;
}

/** Finds the person whom the company's sign-in identifies, and grants what their groups grant. */
export class SignedInPeople {
  /**
   * By their ID at the provider. The first requests of a new person arrive together, but must
   * create only one person.
   */
  private readonly changes = new Map<string, Promise<Person | undefined>>();

  constructor(private readonly options: SignedInPeopleOptions) {}

  /**
   * Finds a person, creates a new one or changes their grants.
   *
   * @returns undefined if nobody has added the person and signing in does not either, or if the
   * person was deleted.
   */
  personOf(claims: Claims): Person | undefined | Promise<Person | undefined> {
    const { directory, signIn } = this.options;
    const person = directory.personByOid(claims.id);
    if (person === undefined && this.isRefused(claims)) return undefined;
    const grant = claims.groups === undefined ? undefined : grantOf(claims.groups, signIn.groups);
    // Two tokens of one person, sent in turn, must not change the person with each request.
    const isLater = claims.issuedAt >= (person?.grantedAt ?? 0);
    const isChanged = grant !== undefined && isLater && !isSameGrant(person?.granted ?? {}, grant);
    if (person !== undefined && !isChanged) return person;
    let change = this.changes.get(claims.id);
    if (change === undefined) {
      change = this.change(claims, grant ?? {}).finally(() => this.changes.delete(claims.id));
      this.changes.set(claims.id, change);
    }
    return change;
  }

  private isRefused({ id }: Claims): boolean {
    const { directory, signIn } = this.options;
    return signIn.newPeople === 'refuse' || directory.isRefused(id);
  }

  private async change(claims: Claims, granted: Grant): Promise<Person | undefined> {
    const { directory } = this.options;
    const team = granted.team === undefined ? undefined : await this.teamCalled(granted.team);
    const { id } = directory.personByOid(claims.id) ?? {};
    if (id === undefined) {
      return exclusively(this.options, PEOPLE_NAMES, async () => {
        const added = directory.personByOid(claims.id);
        if (added !== undefined || this.isRefused(claims)) return added;
        return this.add(claims, granted, team);
      });
    }
    // The whole record is stored. Without the lock, a person who was deleted meanwhile would come
    // back.
    return exclusively(this.options, `change of ${id}`, async () => {
      const known = directory.personByOid(claims.id);
      if (known === undefined) return undefined;
      const before = known.granted ?? {};
      // A role or team that came from groups goes with them. One that an administrator gave stays.
      const role = granted.role ?? (before.role === undefined ? known.role : 'person');
      const keptTeam = before.team === undefined ? known.team : undefined;
      const changed = await directory.changePerson(known, {
        role,
        team: team?.id ?? keptTeam,
        ...{ granted, grantedAt: claims.issuedAt },
      });
      await this.note(changed, 'person changed by groups', textOf(granted, role));
      return changed;
    });
  }

  private async add(claims: Claims, granted: Grant, team: Team | undefined): Promise<Person> {
    const { id: oid, name, issuedAt: grantedAt } = claims;
    const { directory, newPeople } = this.options;
    const isTaken = directory.nameConflict({ name, team: team?.id, oid }) !== undefined;
    const role = granted.role ?? 'person';
    const given = { name: isTaken ? `${name} (${oid})` : name, team: team?.id, role, oid };
    const person = await newPeople.add({ ...given, granted, grantedAt }, claims.groups);
    await this.note(person, 'person signed in first', textOf(granted, role));
    return person;
  }

  /** Two teams of one name would each have half a budget. */
  private teamCalled(name: string): Promise<Team> {
    const { directory } = this.options;
    return exclusively(
      this.options,
      TEAM_NAMES,
      async () => directory.teamNamed(name) ?? directory.addTeam(name),
    );
  }

  private note({ id }: Person, act: string, detail: string): Promise<void> {
    const { state, now } = this.options;
    return state.audit.append({ at: now(), by: id, act, about: id, detail });
  }
}

function isSameGrant(one: Grant, other: Grant): boolean {
  return one.role === other.role && one.team === other.team;
}

function textOf({ team }: Grant, role: string): string {
  return team === undefined ? role : `${role}, ${team}`;
}
