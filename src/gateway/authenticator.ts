import { exclusivelyNamed } from './directory';
import type { Directory, Identity, Person } from './directory';
import { looksLikeJwt } from './jwt-verifier';
import type { JwtClaims, JwtVerifier } from './jwt-verifier';
import type { SharedState } from './state/shared-state';

/**
 * `retired`: a token that was issued but no longer counts, or a JWT of the issuer that has expired,
 * is not valid yet, or belongs to nobody here. `unavailable`: the issuer's keys cannot be read. Undefined: a guess.
 */
type Identified = Identity | 'retired' | 'unavailable' | undefined;

interface AuthenticatorOptions {
  readonly directory: Directory;
  /** Undefined: JWTs count as unknown tokens. */
  readonly jwt: JwtVerifier | undefined;
  /** Whether the owner of a valid JWT becomes a person if nobody has added them. */
  readonly createsPeople: boolean;
  readonly state: Pick<SharedState, 'audit' | 'exclusively'>;
  readonly now: () => number;
}

/** Identifies who asks on the people's port, by our own token or a JWT of the company's sign-in. */
export class Authenticator {
  /** By `oid`: the first requests of a new person come together, but must create only one. */
  private readonly creations = new Map<string, Promise<Person>>();

  constructor(private readonly options: AuthenticatorOptions) {}

  /** @param turn settles when a signature may be verified; false if the client has left. */
  identify(secret: string, turn?: () => Promise<boolean> | true): Identified | Promise<Identified> {
    const { directory, jwt } = this.options;
    if (jwt !== undefined && looksLikeJwt(secret)) return this.verified(secret, jwt, turn);
    // Most tokens are known, and need not wait.
    return directory.identify(secret, 'service') ?? this.identifyNew(secret);
  }

  private async verified(
    secret: string,
    jwt: JwtVerifier,
    turn: (() => Promise<boolean> | true) | undefined,
  ): Promise<Identified> {
    const { directory, createsPeople } = this.options;
    const claims = await jwt.verify(secret, turn);
    if (claims === 'untimely') return 'retired';
    if (claims === undefined || claims === 'unavailable') return claims;
    // Looked up each time, since a person may be disabled while their JWT is still good.
    const person = directory.personByOid(claims.oid);
    if (person !== undefined || !createsPeople) {
      return directory.identityOf(person) ?? 'retired';
    }
    let creation = this.creations.get(claims.oid);
    if (creation === undefined) {
      creation = this.create(claims).finally(() => this.creations.delete(claims.oid));
      this.creations.set(claims.oid, creation);
    }
    return directory.identityOf(await creation);
  }

  /**
   * A token that is new here may have been made by another gateway a moment ago. A revoked token
   * takes the same path, so that it takes the same time.
   *
   * @throws StoreDown if only the store could tell and it cannot be read: the token may be valid.
   */
  private async identifyNew(secret: string): Promise<Identified> {
    const { directory } = this.options;
    const problem = await directory.refresh().catch((error: unknown) => error);
    const identity = directory.identify(secret, 'service');
    if (identity !== undefined) return identity;
    if (directory.hasIssued(secret)) return 'retired';
    if (problem !== undefined) throw problem;
    return undefined;
  }

  private create({ oid, name }: JwtClaims): Promise<Person> {
    const { directory, state, now } = this.options;
    return exclusivelyNamed(state, async () => {
      await directory.refresh();
      const known = directory.personByOid(oid);
      if (known !== undefined) return known;
      const isTaken = directory.nameObjection({ name, team: undefined, oid }) !== undefined;
      const person = await directory.addPerson({
        ...{ name: isTaken ? `${name} (${oid})` : name, team: undefined, role: 'person', oid },
      });
      const { id } = person;
      const entry = { at: now(), by: id, act: 'person signed in first', about: id, detail: '' };
      await state.audit.append(entry);
      return person;
    });
  }
}
