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
  private readonly people = new Map<string, Person>();
  private readonly former = new Set<string>();

  /** @param keyOf equal for what means one person: an address in other capitals. */
  constructor(private readonly keyOf: (oid: string) => string) {}

  personOf(oid: string): Person | undefined {
    return this.people.get(this.keyOf(oid));
  }

  /** Whether nobody has it, but somebody had it who was deleted. */
  isRefused(oid: string): boolean {
    const key = this.keyOf(oid);
    return !this.people.has(key) && this.former.has(key);
  }

  /** @param before the same person until now. */
  put(person: Person, before: Person | undefined): void {
    const { oid, formerOid, deletedAt } = person;
    // Another person may have been given it in the meantime.
    if (before?.oid !== undefined && this.personOf(before.oid)?.id === person.id) {
      this.people.delete(this.keyOf(before.oid));
    }
    if (formerOid !== undefined) this.former.add(this.keyOf(formerOid));
    if (oid === undefined || deletedAt !== undefined) return;
    const other = this.personOf(oid);
    // Two may have been added while their capitals told them apart: one of them is meant by both.
    if (other === undefined || isFirst(person, other)) this.people.set(this.keyOf(oid), person);
  }
}

/** Whoever may come in, and of two the same one whenever they are read. */
function isFirst(one: Identified, other: Identified): boolean {
  return one.isDisabled === other.isDisabled ? one.id < other.id : other.isDisabled;
}
