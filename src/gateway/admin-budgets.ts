import { z } from 'zod';
import {
  AdminError,
  demand,
  administratorOf,
  changesOf,
  demandManagerOf,
  type AdminTools,
} from './admin-tools';
import type { CallPrices } from './call-admission';
import { demandTeam, isSeenBy } from './admin-people';
import type { Identity } from './directory';
import { BUDGET, budgetOf, DEFAULTS, isLimit, limitsOf, type Defaults } from './new-people';
import {
  ACCOUNT,
  fromMillionths,
  personScope,
  teamScope,
  type CallBudget,
} from './state/call-ledger';

/**
 * Adds routes for the budgets of people, teams and the account. A limit that is left out means
 * none.
 */
export function addBudgetRoutes(tools: AdminTools): void {
  const { app, directory } = tools;
  const set = (by: Identity, scope: string, body: unknown): Promise<object> =>
    setBudget(tools, by, scope, demand(BUDGET, body));

  app.put('/people/:id/budget', async (c) => {
    const by = c.get('identity');
    const { id } = demandManagerOf(by, directory.person(c.req.param('id')));
    return c.json(await set(by, personScope(id), c.get('body')));
  });
  app.put('/teams/:id/budget', async (c) => {
    const by = administratorOf(c);
    const { id } = demandTeam(directory, c.req.param('id'));
    return c.json(await set(by, teamScope(id), c.get('body')));
  });
  app.put('/account/budget', async (c) => {
    const by = administratorOf(c);
    return c.json(await set(by, ACCOUNT, c.get('body')));
  });
}

/** Sets every limit of a budget. A limit that is null or left out is lifted. */
async function setBudget(
  { state, audit, prices }: Pick<AdminTools, 'state' | 'audit' | 'prices'>,
  by: Identity,
  scope: string,
  given: object,
): Promise<object> {
  const limits = Object.entries(given).filter(isLimit);
  demandPrices(prices, limits);
  const budget = budgetOf(limits);
  const [before] = await state.ledger.usages([scope]);
  await state.ledger.setBudget(scope, budget);
  const set = Object.fromEntries(limits);
  const [was, is] = [budgetJson(before ?? {}), budgetJson(budget)];
  await audit(by, 'budget set', scope, changesOf(was, is, Object.keys(is)));
  return { id: scope.replace(/^\w+:/, ''), ...set };
}

/**
 * @throws AdminError for a limit in price if nothing has a price.
 */
function demandPrices({ lookup, score, models }: CallPrices, limits: readonly [string, number][]) {
  const isPriced = [lookup, score, ...models.values()].some((price) => price > 0);
  const unbound = limits.find(([name]) => name.startsWith('price'));
  if (unbound === undefined || isPriced) return;
  throw new AdminError(
    409,
    `${unbound[0]}: no call has a price here, so the limit would have no effect.`,
  );
}

/** Adds routes for the budgets with which new people begin. */
export function addDefaultRoutes({ app, newPeople, prices, audit }: AdminTools): void {
  app.get('/defaults', async (c) => {
    administratorOf(c);
    return c.json(await newPeople.defaults());
  });
  app.put('/defaults', async (c) => {
    const by = administratorOf(c);
    const defaults = demand(DEFAULTS, c.get('body'));
    demandPrices(prices, limitsOf(defaults));
    const was = flat(await newPeople.defaults());
    await newPeople.setDefaults(defaults);
    const is = flat(defaults);
    const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
    await audit(by, 'defaults set', 'defaults', changesOf(was, is, fields));
    return c.json(defaults);
  });
}

/** Names each limit, such as `callsPerDay of planners`. */
function flat({ person, groups }: Defaults): Readonly<Record<string, number>> {
  const own = Object.entries(person).filter(isLimit);
  const others = groups.flatMap(({ group, ...limits }) =>
    Object.entries(limits)
      .filter(isLimit)
      .map(([name, limit]): [string, number] => [`${name} of ${group}`, limit]),
  );
  return Object.fromEntries([...own, ...others]);
}

/** Writes limits as the API does: null for none, and prices in units of the currency. */
export function budgetJson(budget: CallBudget): Readonly<Record<string, number | null>> {
  const priced = (limit?: number): number | null =>
    limit === undefined ? null : fromMillionths(limit);
  return {
    callsPerDay: budget.callsPerDay ?? null,
    callsPerMonth: budget.callsPerMonth ?? null,
    pricePerDay: priced(budget.pricePerDay),
    pricePerMonth: priced(budget.pricePerMonth),
  };
}

const ASKED_CALLS = z.int().min(0).optional();
/** What an administrator gives instead of what was asked for. */
export const GRANT = z.strictObject({ callsPerDay: ASKED_CALLS, callsPerMonth: ASKED_CALLS });

/** Adds routes for the requests of people who want a larger budget. */
export function addRequestRoutes(tools: AdminTools): void {
  const { app, directory, requests, state, audit } = tools;
  app.get('/requests', async (c) => {
    const { person: by } = c.get('identity');
    const seen = (await requests.open()).flatMap((request) => {
      const person = directory.person(request.person);
      return person !== undefined && isSeenBy(person, by) ? [{ request, person }] : [];
    });
    const usages = await state.ledger.usages(seen.map(({ person }) => personScope(person.id)));
    return c.json({
      requests: seen.map(({ request, person: { id, name, team } }, index) => ({
        id,
        name,
        teamName: directory.team(team)?.name,
        message: request.message,
        callsPerDay: request.callsPerDay ?? null,
        callsPerMonth: request.callsPerMonth ?? null,
        at: request.at,
        budget: budgetJson(usages[index] ?? {}),
      })),
    });
  });

  app.post('/requests/:person/approve', async (c) => {
    const by = c.get('identity');
    const { id } = demandManagerOf(by, directory.person(c.req.param('person')));
    const given = demand(GRANT, c.get('body'));
    const scope = personScope(id);
    const closed = await requests.close(id, 'approved', async ({ callsPerDay, callsPerMonth }) => {
      const [before] = await state.ledger.usages([scope]);
      const wanted = Object.keys(given).length > 0 ? given : { callsPerDay, callsPerMonth };
      // Limits that nobody asked about stay: those in price, or of the other period.
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

const NO_LIMIT = new AdminError(400, 'Say how many calls: callsPerDay or callsPerMonth.');
const NONE_OPEN = new AdminError(404, 'This person has no open request.');
