import { z } from 'zod';
import { guarded } from '../catalogue/formula-guard';
import type { AdminTools } from './admin-api';
import { demandAdministrator } from './admin-api';
import { budgetJson } from './admin-budgets';
import { isSeenBy } from './admin-people';
import { AdminRefusal, demand } from './admin-refusal';
import { fromMillionths } from './money';
import type { AuditEntry } from './state/audit-trail';
import {
  ACCOUNT,
  modelOfScope,
  NO_CALLS,
  personScope,
  teamScope,
  warningsOf,
} from './state/call-ledger';
import type { BudgetScope, BudgetWarning, CallCounts } from './state/call-ledger';

const PERIOD = z
  .string()
  .regex(/^\d{4}-\d{2}(-\d{2})?$/, 'must be YYYY-MM-DD or YYYY-MM')
  .refine(isDate, 'there is no such day or month');

/** Usage, the audit trail, and the state of the service. */
export function addReportRoutes(tools: AdminTools): void {
  const { app, directory, state, team, clock, audit } = tools;
  const now = (): number => clock.now();
  const prices = {
    lookup: fromMillionths(tools.prices.lookup),
    score: fromMillionths(tools.prices.score),
    models: [...tools.prices.models].map(([model, price]) => ({
      model,
      price: fromMillionths(price),
    })),
    currency: tools.currency,
  };
  app.get('/settings', (c) => {
    demandAdministrator(c.get('identity'));
    return c.json({ ...tools.settings, prices });
  });

  app.get('/usage', async (c) => {
    const { person: by } = c.get('identity');
    const given = c.req.query('day') ?? c.req.query('month');
    const period = demand(PERIOD, given ?? new Date(now()).toISOString().slice(0, 10));
    const counts = await state.ledger.counts(period);
    const rowsOf = async (rows: readonly UsageRow[]): Promise<readonly object[]> => {
      const standings = await state.ledger.standings(rows.map(({ scope }) => scope));
      return standings.map((standing, index) => {
        const { scope, facts } = rows[index] as UsageRow;
        return {
          ...facts,
          ...countsJson(counts.get(scope)),
          budget: budgetJson(standing),
          warnings: warningsOf(standing).map(warningJson),
        };
      });
    };
    const isAll = by.role === 'administrator';
    const teams = directory.teams.filter(({ id }) => isAll || id === by.team);
    const people = directory.people.filter((each) => isSeenBy(each, by));
    const [[account], ofTeams, ofPeople] = await Promise.all([
      rowsOf(isAll ? [{ scope: ACCOUNT, facts: {} }] : []),
      rowsOf(teams.map(({ id, name }) => ({ scope: teamScope(id), facts: { id, name } }))),
      rowsOf(
        people.map(({ id, name, team: teamId }) => ({
          scope: personScope(id),
          facts: { id, name, team: teamId ?? null },
        })),
      ),
    ]);
    return c.json({ period, prices, account, teams: ofTeams, people: ofPeople });
  });

  app.get('/usage/days', async (c) => {
    const { person: by } = c.get('identity');
    const scope = by.role === 'administrator' ? ACCOUNT : teamScope(by.team ?? '');
    const days = Array.from({ length: SHOWN_DAYS }, (_, index) =>
      new Date(now() - (SHOWN_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
    );
    const counted = days.map(async (day) => {
      const counts = await state.ledger.counts(day);
      const own = { day, ...countsJson(counts.get(scope)) };
      // A team's calls are not counted by model.
      return scope === ACCOUNT ? { ...own, models: modelsOf(counts) } : own;
    });
    return c.json({ days: await Promise.all(counted) });
  });

  app.get('/audit', async (c) => {
    demandAdministrator(c.get('identity'));
    const entries = await state.audit.latest(MOST_ENTRIES);
    if (c.req.query('format') !== 'csv') return c.json({ entries });
    return c.body(toCsv(entries), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit.csv"',
    });
  });

  app.get('/store', (c) => c.json({ hasForgotten: state.hasForgotten }));
  app.post('/store/confirm', async (c) => {
    const by = c.get('identity');
    demandAdministrator(by);
    if (!state.hasForgotten) throw NOTHING_FORGOTTEN;
    // What memory knows is newer: tokens that were revoked since stay revoked.
    await directory.storeAgain();
    await state.confirm();
    await audit(by, 'store confirmed', 'store', 'today counts as spent');
    return c.json({ status: 'confirmed' });
  });

  app.post('/backup', async (c) => {
    const by = c.get('identity');
    demandAdministrator(by);
    if (state.backUp === undefined) throw SHARED_BACKUP;
    const name = new Date(now()).toISOString().replace(/[:.]/g, '-');
    const folder = await state.backUp(name);
    await audit(by, 'backed up', name);
    return c.json({ id: name, folder }, 201);
  });

  app.get('/upstream', (c) => {
    const { stoppedBy, callsMade, callsInFlight, callsSpent, waiting } =
      team.engine.activity.snapshot();
    return c.json({ stoppedBy: stoppedBy ?? null, callsMade, callsSpent, callsInFlight, waiting });
  });
  app.post('/upstream/try-again', (c) => {
    demandAdministrator(c.get('identity'));
    team.tryAgain();
    return c.json({ status: 'the next call tries the key' });
  });
}

function isDate(period: string): boolean {
  const date = new Date(period);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(period);
}

interface UsageRow {
  readonly scope: BudgetScope;
  readonly facts: object;
}

/** Scores of each model. All other calls are lookups, or were refused by the service. */
function modelsOf(counts: ReadonlyMap<BudgetScope, CallCounts>): readonly object[] {
  return [...counts].flatMap(([scope, { charged, booked, price }]) => {
    const model = modelOfScope(scope);
    return model === undefined ? [] : [{ model, charged, booked, price: fromMillionths(price) }];
  });
}

function countsJson({ charged, booked, reserved, price, reservedPrice } = NO_CALLS): object {
  return {
    charged,
    booked,
    reserved,
    price: fromMillionths(price),
    reservedPrice: fromMillionths(reservedPrice),
  };
}

function warningJson({ unit, used, limit, ...warning }: BudgetWarning): object {
  const amount = unit === 'calls' ? Number : fromMillionths;
  return { ...warning, unit, used: amount(used), limit: amount(limit) };
}

function toCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ at, by, act, about, detail }) =>
    [new Date(at).toISOString(), by, act, about, detail].map(cell).join(','),
  );
  return ['at,by,act,about,detail', ...rows, ''].join('\r\n');
}

/** Quotes a text so that no spreadsheet reads it as a formula. */
function cell(text: string): string {
  return `"${guarded(text).replaceAll('"', '""')}"`;
}

const NOTHING_FORGOTTEN = new AdminRefusal(409, 'The store has forgotten nothing.');
const SHARED_BACKUP = new AdminRefusal(
  409,
  'This gateway shares a store, which is backed up by its own means: see docs/gateway.md.',
);
const SHOWN_DAYS = 30;
const DAY_MS = 86_400_000;
const MOST_ENTRIES = 10_000;
