import type { Directory, Token } from './directory';

/**
 * Makes the first administrator's token if nobody has one. A token from the configuration is added
 * only once: if it has been revoked since, it stays revoked.
 *
 * @returns the new token, if one was made: to be shown once.
 */
export async function ensureAdministrator(
  directory: Directory,
  given: string | undefined,
): Promise<string | undefined> {
  if (given !== undefined && directory.hasIssued(given)) return undefined;
  const administrators = directory.people.filter(
    ({ role, isDisabled }) => role === 'administrator' && !isDisabled,
  );
  const isTheirs = ({ person, use, revokedAt }: Token): boolean =>
    use === 'administration' &&
    revokedAt === undefined &&
    administrators.some(({ id }) => id === person);
  if (given === undefined && directory.tokens.some(isTheirs)) return undefined;
  const first =
    administrators[0] ??
    (await directory.addPerson({ name: 'Administrator', team: undefined, role: 'administrator' }));
  const { secret } = await directory.addToken(
    { person: first.id, use: 'administration', label: 'first', expiresAt: undefined },
    given,
  );
  return given === undefined ? secret : undefined;
}
