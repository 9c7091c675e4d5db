import type { Directory, Identity } from '../directory';
import { looksLikeJwt, type JwtVerifier } from './jwt-verifier';
import type { SignedInPeople } from './signed-in-people';

/**
 * `retired`: a token that was issued but no longer counts, or a JWT of the issuer that has expired,
 * is not valid yet, or belongs to nobody here. `unavailable`: the issuer's keys cannot be read. Undefined: a guess.
 */
export type Identified = Identity | 'retired' | 'unavailable' | undefined;

interface AuthenticatorOptions {
  readonly directory: Directory;
  /** Undefined: JWTs count as unknown tokens. */
  readonly jwt: { readonly verifier: JwtVerifier; readonly people: SignedInPeople } | undefined;
}

/** Identifies who asks on the people's port, by our own token or a JWT of the company's sign-in. */
export class Authenticator {
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
    { verifier, people }: NonNullable<AuthenticatorOptions['jwt']>,
    turn: (() => Promise<boolean> | true) | undefined,
  ): Promise<Identified> {
    const claims = await verifier.verify(secret, turn);
    if (claims === 'untimely') return 'retired';
    if (claims === undefined || claims === 'unavailable') return claims;
    // Looked up each time, since a person may be disabled while their JWT is still good.
    return this.options.directory.identityOf(await people.personOf(claims)) ?? 'retired';
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
}
