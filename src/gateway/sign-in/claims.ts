import type { JWTPayload } from 'jose';
import { ownField } from '../../engine/contract/json-checks';
import { toShownName } from '../name-rules';
import type { ClaimNames, GroupGrant } from './sign-in-configuration';

/** What the company's sign-in says about a person. */
export interface Claims {
  /** The person's ID there, which never changes. */
  readonly id: string;
  readonly name: string;
  /** The groups that the person is in; undefined if the sign-in does not say. */
  readonly groups: readonly string[] | undefined;
  /** When the sign-in said so, in seconds since 1970; 0 if it does not say. */
  readonly issuedAt: number;
}

/**
 * Reads the claims of a person.
 *
 * @param signed the claims of the token that the provider has signed. Only they say who somebody
 * is, unless the configuration names a claim that they lack.
 * @param userInfo what else the provider says about the person; undefined if it could not be asked.
 * @returns undefined if the claims identify nobody.
 */
export function claimsOf(
  signed: JWTPayload,
  names: ClaimNames,
  userInfo: Readonly<Record<string, unknown>> | undefined,
): Claims | undefined {
  const payload: JWTPayload = { ...userInfo, ...signed };
  const told = names.id === undefined ? (signed['oid'] ?? signed.sub) : claim(payload, names.id);
  if (typeof told !== 'string' || !ID.test(told)) return undefined;
  // Some providers let people enter any address as their own, and some write this claim as a text.
  const isProven = isTrue(payload['email_verified']);
  if (isKnownByEmail(names) && !isProven) return undefined;
  const id = identityKey(names)(told);
  const email = claim(payload, names.email);
  const written = ['preferred_username', 'upn', 'unique_name'].map((each) => payload[each]);
  const name = [claim(payload, names.name), email, ...written].find((each) => each !== undefined);
  return {
    id,
    name: toShownName(name, id),
    groups: groupsOf(payload, names.groups, userInfo !== undefined),
    issuedAt: signed.iat ?? 0,
  };
}

/** A `sub` as OpenID Connect defines it: at most 255 characters of ASCII. */
export const ID = /^[\x21-\x7e]{1,255}$/;

function isKnownByEmail(names: ClaimNames): boolean {
  return names.id === names.email;
}

/**
 * Returns a function that turns an ID into the key of an identity. Providers and people write an
 * email address in any capitals; in a `sub`, capitals matter (OpenID Connect Core, 2).
 */
export function identityKey(names: ClaimNames | undefined): (id: string) => string {
  const isFolded = names !== undefined && isKnownByEmail(names);
  return (id) => (isFolded ? id.toLowerCase() : id);
}

/** Finds a claim by its whole name, or step by step: `realm_access.roles`. */
function claim(payload: JWTPayload, name: string): unknown {
  const whole = ownField(payload, name);
  if (whole !== undefined || !name.includes('.')) return whole;
  return name.split('.').reduce<unknown>((from, step) => ownField(from, step), payload);
}

/** Some providers write their claims as text. */
function isTrue(claimed: unknown): boolean {
  return claimed === true || claimed === 'true';
}

/** @param isWhole whether the claims are all that the provider says. */
function groupsOf(
  payload: JWTPayload,
  name: string,
  isWhole: boolean,
): readonly string[] | undefined {
  const found = claim(payload, name);
  if (typeof found === 'string') return [found];
  if (Array.isArray(found)) return found.filter((each) => typeof each === 'string');
  // Entra leaves out a list that would be too long for a token, and says so.
  const isLeftOut =
    !isWhole ||
    isTrue(payload['hasgroups']) ||
    ownField(payload['_claim_names'], name) !== undefined;
  return isLeftOut ? undefined : [];
}

/** What a person's groups grant. Of several roles, the one with the most rights. */
export interface Grant {
  readonly role?: GroupGrant['role'];
  /** The first team that a group grants. */
  readonly team?: string | undefined;
}

/**
 * Finds what groups grant.
 *
 * @param table in the order of the configuration.
 */
export function grantOf(groups: readonly string[], table: readonly GroupGrant[]): Grant {
  const theirs = table.filter(({ group }) => isIn(groups, group));
  const role = ROLES.find((each) => theirs.some((grant) => grant.role === each));
  const team = theirs.find((grant) => grant.team !== undefined)?.team;
  return { ...(role !== undefined && { role }), ...(team !== undefined && { team }) };
}

/**
 * Whether a group is among those of a person. Keycloak names groups by path: `/planners` is
 * `planners`, and `/other/planners` is not.
 */
export function isIn(groups: readonly string[], group: string): boolean {
  return groups.includes(group) || groups.includes(`/${group}`);
}

const ROLES = ['administrator', 'team-administrator', 'person'] as const;
