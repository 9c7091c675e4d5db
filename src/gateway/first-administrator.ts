import type { Directory, Token } from './directory';

/**
 * Makes the first administrator's token if nobody has one, or has ever used it: then it was lost. A token from the configuration is added
 * only once: if it has been revoked since, it stays revoked.
 *
 * @param isAlone otherwise another gateway may have shown it a moment ago.
 * @returns the new token, if one was made: to be shown once.
 */
export async function ensureAdministrator(
  directory: Directory,
  given: string | undefined,
  isAlone = true,
): Promise<string | undefined> {
  if (given !== undefined && directory.hasIssued(given)) return undefined;
  const administrators = directory.people.filter(
    ({ role, isDisabled }) => role === 'administrator' && !isDisabled,
  );
  const isTheirs = ({ person, use, revokedAt }: Token): boolean =>
    use === 'administration' &&
    revokedAt === undefined &&
    administrators.some(({ id }) => id === person);
  const theirs = directory.tokens.filter(isTheirs);
  const isLost = isAlone && theirs.every(({ isNew }) => isNew === true);
  if (given === undefined && theirs.length > 0 && !isLost) return undefined;
  if (given === undefined) for (const token of theirs) await directory.revoke(token);
  const first =
    administrators[0] ??
    (await directory.addPerson({ name: 'Administrator', team: undefined, role: 'administrator' }));
  const { secret } = await directory.addToken(
    {
      person: first.id,
      use: 'administration',
      label: 'first',
      expiresAt: undefined,
      ...(given === undefined ? { isNew: true } : {}),
    },
    given,
  );
  return given === undefined ? secret : undefined;
}
