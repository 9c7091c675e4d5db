import { decodeJwt } from 'jose';
import type { Clock } from '../../engine/lookup';
import type { Directory } from '../directory';
import type { Authenticator, Identified } from '../sign-in/authenticator';
import { JwtVerifier, looksLikeJwt } from '../sign-in/jwt-verifier';
import type { EngineIdentity } from '../sign-in/sign-in-configuration';

interface EngineAuthenticatorOptions {
  readonly engines: readonly EngineIdentity[];
  readonly directory: Directory;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  /** For whoever is none of the engines. */
  readonly others: Pick<Authenticator, 'identify'>;
  onKeysUnreadable(): void;
}

/**
 * Identifies a warehouse by the token of its cloud, such as the ID token of a Google service
 * account, by issuer, audience and subject: nothing secret has to be kept in the warehouse. Whoever
 * calls by another token is identified as everywhere.
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
    const engines = this.engines.filter((engine) => engine.issuer === issuer);
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
    // The people of the company may sign in at the same issuer.
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
