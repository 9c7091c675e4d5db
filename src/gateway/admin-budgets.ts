import { z } from 'zod';
import type { AdminTools } from './admin-api';
import { demandAdministrator, demandManagerOf } from './admin-api';
import { AdminRefusal, demand } from './admin-refusal';
import type { Identity } from './directory';
import { ACCOUNT, personScope, teamScope } from './state/call-ledger';

const LIMIT = z
  .int()
  .min(0)
  .nullish()
  .transform((limit) => limit ?? undefined);
const BUDGET = z.strictObject({ callsPerDay: LIMIT, callsPerMonth: LIMIT });

/** Budgets of people, teams and the account. What is left out has no limit. */
export function addBudgetRoutes({ app, directory, state, audit }: AdminTools): void {
  const set = async (by: Identity, scope: string, body: unknown): Promise<object> => {
    const { callsPerDay, callsPerMonth } = demand(BUDGET, body);
    const budget = {
      ...(callsPerDay === undefined ? {} : { callsPerDay }),
      ...(callsPerMonth === undefined ? {} : { callsPerMonth }),
    };
    await state.ledger.setBudget(scope, budget);
    await audit(by, 'budget set', scope, JSON.stringify(budget));
    return { id: scope.replace(/^\w+:/, ''), ...budget };
  };

  app.put('/people/:id/budget', async (c) => {
    const by = c.get('identity');
    const { id } = demandManagerOf(by, directory.person(c.req.param('id')));
    return c.json(await set(by, personScope(id), c.get('body')));
  });
  app.put('/teams/:id/budget', async (c) => {
    const by = c.get('identity');
    demandAdministrator(by);
    const team = directory.teamNamed(c.req.param('id'));
    if (team === undefined) throw new AdminRefusal(404, 'There is no such team.');
    return c.json(await set(by, teamScope(team.id), c.get('body')));
  });
  app.put('/account/budget', async (c) => {
    const by = c.get('identity');
    demandAdministrator(by);
    return c.json(await set(by, ACCOUNT, c.get('body')));
  });
}
