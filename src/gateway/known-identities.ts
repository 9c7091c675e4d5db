interface Identified {
  readonly id: string;
  readonly isDisabled: boolean;
  readonly oid?: string | undefined;
  /** The `oid` of somebody who was deleted. */
  readonly formerOid?: string | undefined;
  readonly deletedAt?: number | undefined;
}

/** Who is meant by an identity of the company's sign-in, their `oid`; and whose is refused. */
export class KnownIdentities<Person extends Identified> {
  /** Nearly always one person; two where they were added while their capitals told them apart. */
  private readonly people = new Map<string, Person[]>();
  private readonly former = new Set<string>();

  /** @param keyOf equal for what means one person: an address in other capitals. */
  constructor(private readonly keyOf: (oid: string) => string) {}

  personOf(oid: string): Person | undefined {
    return this.people.get(this.keyOf(oid))?.[0];
  }

  /** Whether nobody has it, but somebody had it who was deleted. */
  isRefused(oid: string): boolean {
    const key = this.keyOf(oid);
    return !this.people.has(key) && this.former.has(key);
  }

  /** @param before the same person until now. */
  put(person: Person, before: Person | undefined): void {
    const { oid, formerOid, deletedAt } = person;
    // Another person may have been given it already, before this one lost it.
    if (before?.oid !== undefined) this.leave(this.keyOf(before.oid), person.id);
    if (formerOid !== undefined) this.former.add(this.keyOf(formerOid));
    if (oid === undefined || deletedAt !== undefined) return;
    const key = this.keyOf(oid);
    this.people.set(key, [...(this.people.get(key) ?? []), person].sort(byPrecedence));
  }

  private leave(key: string, id: string): void {
    const left = this.people.get(key)?.filter((person) => person.id !== id) ?? [];
    if (left.length === 0) this.people.delete(key);
    else this.people.set(key, left);
  }
}

/** People who may sign in come first. Between two of them the lower ID does, in whatever order they were read. */
function byPrecedence(one: Identified, other: Identified): number {
  if (one.isDisabled !== other.isDisabled) return one.isDisabled ? 1 : -1;
  return one.id < other.id ? -1 : 1;
}
