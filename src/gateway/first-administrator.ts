import type { Configuration } from './configuration';
import { Directory, exclusively, type Person } from './directory';
import { createGatewayLog } from './gateway-log';
import { openState } from './state/open-state';
import { NEGATIVE_FRESH_MS } from './team-engine';

/**
 * Makes the first administrator's token if nobody has one, or has ever used it: then it was lost. A
 * token from the configuration is added only once: if it was revoked since, it stays revoked.
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
  const administrators = administratorsOf(directory);
  const theirs = directory.tokens.filter(
    ({ person, use, revokedAt }) =>
      use === 'administration' &&
      revokedAt === undefined &&
      administrators.some(({ id }) => id === person),
  );
  const isLost = isAlone && theirs.every(({ isNew }) => isNew === true);
  if (given === undefined && theirs.length > 0 && !isLost) return undefined;
  if (given === undefined) for (const token of theirs) await directory.revoke(token);
  const first = await administratorOf(directory);
  const { secret } = await directory.addToken(
    { person: first.id, use: 'administration', label: 'first', ...(!given && { isNew: true }) },
    given,
  );
  return given === undefined ? secret : undefined;
}

/**
 * Gives an administrator who has lost every token another, to be shown once: access to the data is
 * enough. The gateway of a folder has to be stopped; one that shares a store need not be.
 */
export async function recoverAdministrator(configuration: Configuration): Promise<string> {
  const on = { shareSpent: () => {}, forgot: () => {}, down: () => {} };
  const log = createGatewayLog('silent');
  const state = await openState({ configuration, negativeFreshMs: NEGATIVE_FRESH_MS, log, on });
  try {
    const directory = await Directory.load(state.records, state.now, state.ledger.calendar);
    return await exclusively({ directory, state }, 'first administrator', async () => {
      const person = await administratorOf(directory);
      const given = { person: person.id, use: 'administration', label: 'recovered' } as const;
      const { token, secret } = await directory.addToken(given);
      const entry = { at: state.now(), by: person.id, about: token.id, detail: '' };
      await state.audit.append({ ...entry, act: 'administrator recovered' });
      return secret;
    });
  } finally {
    await state.close();
  }
}

async function administratorOf(directory: Directory): Promise<Person> {
  const [known] = administratorsOf(directory);
  return known ?? directory.addPerson({ name: 'Administrator', role: 'administrator' });
}

function administratorsOf({ people }: Directory): readonly Person[] {
  return people.filter(({ role, isDisabled }) => role === 'administrator' && !isDisabled);
}
