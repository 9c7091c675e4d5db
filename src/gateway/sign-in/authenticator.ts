import type { Directory, Identity } from '../directory';
import { looksLikeJwt, JwtVerifier } from './jwt-verifier';
import type { SignedInPeople } from './signed-in-people';
import { decodeJwt } from 'jose';
import type { Clock } from '../../engine/lookup';
import { issuerSpellings, type EngineIdentity } from './sign-in-configuration';

/**
 * Whose credential it is, or why it identifies nobody:
 *
 * - `retired`: a token that was issued but is no longer valid, or a JWT of the issuer that has
 * expired, is not valid yet, or belongs to nobody here.
 * - `unavailable`: the issuer's keys cannot be read.
 * - undefined: a guess.
 */
export type Identified = Identity | 'retired' | 'unavailable' | undefined;

interface AuthenticatorOptions {
  readonly directory: Directory;
  /** The company's sign-in. Undefined: a JWT is an unknown token like any other. */
  readonly jwt: { readonly verifier: JwtVerifier; readonly people: SignedInPeople } | undefined;
}

/**
 * Identifies people on the people's port, by tokens of this gateway or by JWTs of the company's
 * sign-in.
 */
export class Authenticator {
  constructor(private readonly options: AuthenticatorOptions) {}

  /**
   * Identifies the owner of a token.
   *
   * @param turn settles when a signature may be verified; false if the client has left.
   */
  identify(secret: string, turn?: () => Promise<boolean> | true): Identified | Promise<Identified> {
    const { directory, jwt } = this.options;
    if (jwt !== undefined && looksLikeJwt(secret)) return this.verified(secret, jwt, turn);
    // Most tokens are known, so their requests need not wait.
    return directory.identify(secret, 'service') ?? this.identifyNew(secret);
  }

  private async verified(
    secret: string,
    { verifier, people }: NonNullable<AuthenticatorOptions['jwt']>,
    turn: (() => Promise<boolean> | true) | undefined,
  ): Promise<Identified> {
    const claims = await verifier.verify(secret, turn);
    if (claims === 'untimely') return 'retired';
    if (claims === undefined || claims === 'unavailable') return claims;
    // The person is looked up each time, because they may be disabled while their JWT is still
    // valid.
    return this.options.directory.identityOf(await people.personOf(claims)) ?? 'retired';
  }

  /**
   * Looks for a token that another gateway may have created a moment ago. A revoked token takes the
   * same path, and so the same time.
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
}

interface EngineAuthenticatorOptions {
  readonly engines: readonly EngineIdentity[];
  readonly directory: Directory;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  /** Identifies everyone except warehouses. */
  readonly others: Pick<Authenticator, 'identify'>;
  onKeysUnreadable(): void;
}

/**
 * Identifies a warehouse by its cloud's token, so that it needs no secret of its own. The issuer,
 * the audience and the subject must match. Any other token is checked as on the other paths.
 */
export class EngineAuthenticator {
  private readonly engines: readonly (EngineIdentity & { readonly verifier: JwtVerifier })[];

  constructor(private readonly options: EngineAuthenticatorOptions) {
    this.engines = options.engines.map((engine) => {
      const claims = { id: 'sub', name: 'name', email: 'email', groups: 'groups' };
      const expected = { ...engine, audiences: [engine.audience], claims };
      const verifier = new JwtVerifier(expected, options.clock, options.onKeysUnreadable);
      return { ...engine, verifier };
    });
  }

  identify(secret: string, turn?: () => Promise<boolean> | true): Identified | Promise<Identified> {
    const issuer = this.engines.length > 0 && looksLikeJwt(secret) ? issuerOf(secret) : undefined;
    const engines = this.engines.filter((engine) =>
      issuerSpellings(engine.issuer).includes(issuer ?? ''),
    );
    return engines.length === 0
      ? this.options.others.identify(secret, turn)
      : this.verified(secret, engines, turn);
  }

  private async verified(
    secret: string,
    engines: EngineAuthenticator['engines'],
    turn: (() => Promise<boolean> | true) | undefined,
  ): Promise<Identified> {
    const { directory, others } = this.options;
    let found: 'retired' | 'unavailable' | undefined;
    for (const { verifier, subject, person } of engines) {
      const claims = await verifier.verify(secret, turn);
      if (claims === 'unavailable') found = claims;
      else if (claims === 'untimely') found ??= 'retired';
      else if (claims?.id === subject) {
        return directory.identityOf(directory.person(person)) ?? 'retired';
      }
    }
    // People of the company may use the same issuer.
    return found ?? others.identify(secret, turn);
  }
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
