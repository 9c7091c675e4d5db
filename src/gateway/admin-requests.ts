import { z } from 'zod';
import { budgetJson, setBudget } from './admin-budgets';
import { isSeenBy } from './admin-people';
import { AdminRefusal, demand, demandManagerOf, type AdminTools } from './admin-tools';
import { personScope } from './state/call-ledger';

const CALLS = z.int().min(0).optional();
/** What is given instead of what was asked for. */
export const GRANT = z.strictObject({ callsPerDay: CALLS, callsPerMonth: CALLS });

/** What people ask for on their page: a larger budget. */
export function addRequestRoutes(tools: AdminTools): void {
  const { app, directory, requests, state, audit } = tools;
  app.get('/requests', async (c) => {
    const { person: by } = c.get('identity');
    const seen = (await requests.open()).flatMap((request) => {
      const person = directory.person(request.person);
      return person !== undefined && isSeenBy(person, by) ? [{ request, person }] : [];
    });
    const standings = await state.ledger.standings(
      seen.map(({ person }) => personScope(person.id)),
    );
    return c.json({
      requests: seen.map(({ request, person: { id, name, team } }, index) => ({
        id,
        name,
        teamName: directory.team(team)?.name,
        message: request.message,
        callsPerDay: request.callsPerDay ?? null,
        callsPerMonth: request.callsPerMonth ?? null,
        at: request.at,
        budget: budgetJson(standings[index] ?? {}),
      })),
    });
  });

  app.post('/requests/:person/approve', async (c) => {
    const by = c.get('identity');
    const { id } = demandManagerOf(by, directory.person(c.req.param('person')));
    const given = demand(GRANT, c.get('body'));
    const scope = personScope(id);
    const closed = await requests.close(id, 'approved', async ({ callsPerDay, callsPerMonth }) => {
      const [before] = await state.ledger.standings([scope]);
      const wanted = Object.keys(given).length > 0 ? given : { callsPerDay, callsPerMonth };
      // What nobody asked about stays: limits in price, or of the other period.
      const changed = Object.entries(wanted).filter(([, limit]) => limit !== undefined);
      if (changed.length === 0) throw NO_LIMIT;
      await setBudget(tools, by, scope, {
        ...budgetJson(before ?? {}),
        ...Object.fromEntries(changed),
      });
    });
    if (closed === undefined) throw NONE_OPEN;
    await audit(by, 'request approved', id);
    return c.json({ id, status: 'approved' });
  });

  app.post('/requests/:person/decline', async (c) => {
    const by = c.get('identity');
    const { id } = demandManagerOf(by, directory.person(c.req.param('person')));
    if ((await requests.close(id, 'declined')) === undefined) throw NONE_OPEN;
    await audit(by, 'request declined', id);
    return c.json({ id, status: 'declined' });
  });
}

const NO_LIMIT = new AdminRefusal(400, 'Say how many calls: callsPerDay or callsPerMonth.');
const NONE_OPEN = new AdminRefusal(404, 'This person has asked for nothing, or it was decided.');
