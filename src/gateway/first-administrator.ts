import type { Directory } from './directory';
import { hashToken } from './tokens';

/**
 * Makes the first administrator, if there is none, with the token given or a new one. A token given
 * later than at the first start is added to theirs.
 *
 * @returns the new token, if one was made: to be shown once.
 */
export async function ensureAdministrator(
  directory: Directory,
  given: string | undefined,
): Promise<string | undefined> {
  const first =
    directory.people.find(({ role, isDisabled }) => role === 'administrator' && !isDisabled) ??
    (await directory.addPerson({ name: 'Administrator', team: undefined, role: 'administrator' }));
  const own = directory.tokens.filter(({ person, use }) => {
    return use === 'administration' && person === first.id;
  });
  const token = { person: first.id, use: 'administration', label: 'first', expiresAt: undefined };
  if (given !== undefined) {
    const hash = hashToken(given);
    if (!own.some((each) => each.hash === hash)) {
      await directory.addToken({ ...token, use: 'administration' }, given);
    }
    return undefined;
  }
  if (own.some(({ revokedAt }) => revokedAt === undefined)) return undefined;
  return (await directory.addToken({ ...token, use: 'administration' })).secret;
}
