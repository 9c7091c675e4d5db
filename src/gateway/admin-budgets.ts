import { z } from 'zod';
import {
  AdminRefusal,
  demand,
  demandAdministrator,
  demandManagerOf,
  type AdminTools,
} from './admin-tools';
import { demandTeam } from './admin-people';
import type { Identity } from './directory';
import {
  ACCOUNT,
  fromMillionths,
  personScope,
  teamScope,
  toMillionths,
  type CallBudget,
} from './state/call-ledger';

/** In millionths, this is still a safe integer. */
const MOST_PRICE = 1_000_000_000;
const CALLS = z.int().min(0).nullish();
const PRICE = z.number().min(0).max(MOST_PRICE).nullish();
export const BUDGET = z.strictObject({
  callsPerDay: CALLS,
  callsPerMonth: CALLS,
  pricePerDay: PRICE,
  pricePerMonth: PRICE,
});

/** Budgets of people, teams and the account. A field that is left out means no limit. */
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
    const by = c.get('identity');
    demandAdministrator(by);
    const { id } = demandTeam(directory, c.req.param('id'));
    return c.json(await set(by, teamScope(id), c.get('body')));
  });
  app.put('/account/budget', async (c) => {
    const by = c.get('identity');
    demandAdministrator(by);
    return c.json(await set(by, ACCOUNT, c.get('body')));
  });
}

/** Sets every limit of a budget: one that is null or left out is lifted. */
export async function setBudget(
  { state, audit, prices }: Pick<AdminTools, 'state' | 'audit' | 'prices'>,
  by: Identity,
  scope: string,
  given: Readonly<Record<string, number | null | undefined>>,
): Promise<object> {
  const isPriced = [prices.lookup, prices.score, ...prices.models.values()].some((one) => one > 0);
  const limits = Object.entries(given).filter(([, limit]) => typeof limit === 'number');
  const unbound = limits.find(([name]) => name.startsWith('price'));
  if (unbound !== undefined && !isPriced) {
    throw new AdminRefusal(
      409,
      `${unbound[0]}: no call has a price here, so it would bind nothing.`,
    );
  }
  const budget: CallBudget = Object.fromEntries(
    (limits as [string, number][]).map(([name, limit]) => [
      name,
      name.startsWith('price') ? toMillionths(limit) : limit,
    ]),
  );
  const [before] = await state.ledger.standings([scope]);
  await state.ledger.setBudget(scope, budget);
  const set = Object.fromEntries(limits);
  await audit(by, 'budget set', scope, budgetChanges(budgetJson(before ?? {}), budgetJson(budget)));
  return { id: scope.replace(/^\w+:/, ''), ...set };
}

/** For the audit: `{"callsPerDay":[null,500]}` where a limit was set that was not. */
function budgetChanges(
  before: Readonly<Record<string, number | null>>,
  after: Readonly<Record<string, number | null>>,
): string {
  const changed = Object.keys(after).filter((field) => before[field] !== after[field]);
  return JSON.stringify(
    Object.fromEntries(changed.map((field) => [field, [before[field], after[field]]])),
  );
}

/** Limits as the API has them: null for none, and prices in units of money. */
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
