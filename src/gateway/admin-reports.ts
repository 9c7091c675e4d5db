import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { guarded } from '../engine/catalogue/formula-guard';
import { AdminError, demand, administratorOf, type AdminTools } from './admin-tools';
import { budgetJson } from './admin-budgets';
import { inSlices, jsonList } from './admin-paging';
import { isSeenBy } from './admin-people';
import type { Team } from './directory';
import {
  readAuditId,
  type AuditEntry,
  type AuditTrail,
  type StoredAuditEntry,
} from './state/shared-state';
import {
  ACCOUNT,
  fromMillionths,
  modelOfScope,
  MODELS,
  NO_CALLS,
  personScope,
  teamScope,
  warningsOf,
  type BudgetScope,
  type BudgetWarning,
  type CallCounts,
} from './state/call-ledger';

export const PERIOD = z
  .string()
  .regex(/^\d{4}-\d{2}(-\d{2})?$/, 'must be YYYY-MM-DD or YYYY-MM')
  .refine(isDate, 'there is no such day or month');
const PERIOD_ASKED = z.object({ day: PERIOD });

/** Adds routes for usage, the audit trail and the state of the service. */
export function addReportRoutes(tools: AdminTools): void {
  const { app, directory, state, team, clock, audit } = tools;
  const now = (): number => clock.now();
  const textOf = (entry: StoredAuditEntry): string =>
    auditText(entry, (id) => directory.nameOf(id));
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
    administratorOf(c);
    return c.json({ ...tools.settings, prices });
  });

  app.get('/usage', async (c) => {
    const { person: by } = c.get('identity');
    const given = c.req.query('day') ?? c.req.query('month');
    const asked = { day: given ?? state.ledger.calendar.dayOf(now()) };
    const { day: period } = demand(PERIOD_ASKED, asked);
    const rowsOf = async (rows: readonly UsageRow[]): Promise<readonly string[]> => {
      const parts = await inSlices(rows, async (slice) => {
        const scopes = slice.map(({ scope }) => scope);
        const counts = await state.ledger.counts(period, scopes);
        const usages = await state.ledger.usages(scopes);
        return usages.flatMap((usage, index) => {
          const { scope, facts } = slice[index] as UsageRow;
          // A deleted person stays in the usage of the days on which they spent something.
          if ('isDeleted' in facts && !counts.has(scope)) return [];
          return JSON.stringify({
            ...facts,
            ...countsJson(counts.get(scope)),
            budget: budgetJson(usage),
            warnings: warningsOf(usage).map(warningJson),
          });
        });
      });
      return parts.flat();
    };
    const isAll = by.role === 'administrator';
    const isTheirs = ({ id }: Team): boolean => isAll || id === by.team;
    const ids = c.req.query('ids')?.split(',');
    const { everyone } = directory;
    const teams = ids?.flatMap((id) => directory.team(id) ?? []) ?? everyone.teams;
    const people = ids?.flatMap((id) => directory.person(id) ?? []) ?? everyone.people;
    const [[account], ofTeams, ofPeople, models] = await Promise.all([
      rowsOf(isAll ? [{ scope: ACCOUNT, facts: {} }] : []),
      rowsOf(
        teams.filter(isTheirs).map(({ id, name, deletedAt }) => ({
          scope: teamScope(id),
          facts: { id, name, ...deletion(deletedAt) },
        })),
      ),
      rowsOf(
        people
          .filter((each) => isSeenBy(each, by))
          .map(({ id, name, team: teamId, deletedAt }) => ({
            scope: personScope(id),
            facts: { id, name, team: teamId ?? null, ...deletion(deletedAt) },
          })),
      ),
      isAll && ids === undefined ? state.ledger.counts(period, [MODELS]) : undefined,
    ]);
    const whole = {
      ...(account !== undefined && { account: JSON.parse(account) as object }),
      ...(models !== undefined && { models: modelsOf(models) }),
    };
    return jsonList(c, { period, prices, ...whole }, { teams: ofTeams, people: ofPeople });
  });

  app.get('/usage/days', async (c) => {
    const { person: by } = c.get('identity');
    const scope = by.role === 'administrator' ? ACCOUNT : teamScope(by.team ?? '');
    const days = state.ledger.calendar.latestDays(now(), SHOWN_DAYS);
    const scopes = scope === ACCOUNT ? [scope, MODELS] : [scope];
    const counted = days.map(async (day) => {
      const counts = await state.ledger.counts(day, scopes);
      const own = { day, ...countsJson(counts.get(scope)) };
      // A team's calls are not counted by model.
      return scope === ACCOUNT ? { ...own, models: modelsOf(counts) } : own;
    });
    return c.json({ days: await Promise.all(counted) });
  });

  app.get('/audit', async (c) => {
    administratorOf(c);
    const { format, before, limit = MOST_ENTRIES } = demand(AUDIT, c.req.query());
    if (before !== undefined && readAuditId(before) === undefined) {
      throw new AdminError(400, 'before: must be an entry’s id, or a time in milliseconds.');
    }
    if (format !== 'csv') {
      const entries = await state.audit.latest(limit, before);
      const readable = entries.map((entry) => ({ ...entry, text: textOf(entry) }));
      return c.json({
        entries: readable,
        next: entries.length < limit ? null : entries.at(-1)?.id,
      });
    }
    return c.body(csvOf(state.audit, before, textOf), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit.csv"',
    });
  });

  app.get('/store', (c) => c.json({ hasForgotten: state.hasForgotten }));
  app.post('/store/confirm', async (c) => {
    const by = administratorOf(c);
    if (!state.hasForgotten) throw NOTHING_FORGOTTEN;
    // Memory is newer than the store: tokens that have been revoked since stay revoked.
    await directory.storeAgain();
    await state.confirm();
    await audit(by, 'store confirmed', 'store', 'today counts as spent');
    return c.json({ status: 'confirmed' });
  });

  app.post('/backup', async (c) => {
    const by = administratorOf(c);
    if (state.backUp === undefined) throw SHARED_BACKUP;
    const name = new Date(now()).toISOString().replace(/[:.]/g, '-');
    const folder = await state.backUp(name);
    await audit(by, 'backed up', name);
    return c.json({ id: name, folder }, 201);
  });

  let testedAt = Number.NEGATIVE_INFINITY;
  app.post('/alerts/test', async (c) => {
    const by = administratorOf(c);
    if (tools.alerts === undefined) throw NO_WEBHOOK;
    // A button that is held down would flood the channel, and the audit.
    if (Math.abs(now() - testedAt) < TEST_PAUSE_SECONDS * 1000) {
      c.header('retry-after', `${TEST_PAUSE_SECONDS}`);
      throw TESTED;
    }
    testedAt = now();
    await audit(by, 'test alert sent', 'alerts');
    if (!(await tools.alerts.test())) throw NOT_TAKEN;
    return c.json({ status: 'the webhook took it' });
  });

  app.get('/upstream', (c) => {
    const { stoppedBy, callsMade, callsInFlight, callsSpent, waiting } =
      team.engine.activity.snapshot();
    return c.json({ stoppedBy: stoppedBy ?? null, callsMade, callsSpent, callsInFlight, waiting });
  });
  app.post('/upstream/try-again', (c) => {
    administratorOf(c);
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

function deletion(deletedAt: number | undefined): object {
  return deletedAt === undefined ? {} : { isDeleted: true };
}

/** Lists the scores of each model. All other calls are lookups, or were refused by the service. */
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

/** Streams the whole trail as CSV, as fast as its client reads. */
function csvOf(
  audit: AuditTrail,
  before: string | undefined,
  textOf: (entry: StoredAuditEntry) => string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let at = before;
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode('at,by,act,about,detail,text\r\n')),
    async pull(controller) {
      await nextTurn();
      const entries = await audit.latest(MOST_OF_CSV, at);
      at = entries.at(-1)?.id;
      if (at === undefined) controller.close();
      else
        controller.enqueue(
          encoder.encode(entries.map((entry) => toCsv(entry, textOf(entry))).join('')),
        );
    },
  });
}

function toCsv({ at, by, act, about, detail }: AuditEntry, text: string): string {
  const cells = [new Date(at).toISOString(), by, act, about, detail, text].map(cell);
  return `${cells.join(',')}\r\n`;
}

/** Quotes a text so that no spreadsheet reads it as a formula. */
function cell(text: string): string {
  return `"${guarded(text).replaceAll('"', '""')}"`;
}

const NO_WEBHOOK = new AdminError(409, 'No webhook is set: LOCUS_WEBHOOK_URL.');
const NOT_TAKEN = new AdminError(502, 'The webhook did not accept the message. Check its address.');
const TEST_PAUSE_SECONDS = 5;
const TESTED = new AdminError(
  429,
  `A test alert was sent a moment ago. Try again in ${TEST_PAUSE_SECONDS} seconds.`,
);
const NOTHING_FORGOTTEN = new AdminError(409, 'The store has lost nothing.');
const SHARED_BACKUP = new AdminError(
  409,
  'This gateway shares a store, which is backed up by its own means: see docs/administrators/several-gateways.md.',
);
const SHOWN_DAYS = 30;
/** Entries in one reply, which take some milliseconds. */
const MOST_ENTRIES = 1000;
/** Entries of a CSV between which other requests get their turn. */
const MOST_OF_CSV = 100;
export const AUDIT = z.strictObject({
  format: z.enum(['csv', 'json']).optional(),
  before: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(MOST_ENTRIES).optional(),
});

/**
 * Writes an audit entry as a sentence: `Asha set Binod’s budget: calls a day from no limit to 500.`
 * Entries name people and things by ID, so something that was renamed appears under its present
 * name. Entries from before a detail had this form are shown without it.
 */
function auditText(
  { by, act, about, detail }: StoredAuditEntry,
  nameOf: (id: string) => string | undefined,
): string {
  const name = (id: string): string => nameOf(id) ?? id;
  const deed = { act, about, thing: name(about), detail, changes: changesIn(detail, name), name };
  return `${name(by)} ${(DEEDS[act] ?? otherDeed)(deed)}.`;
}

interface Deed {
  readonly act: string;
  readonly about: string;
  /** The name of the thing that the entry is about. */
  readonly thing: string;
  readonly detail: string;
  readonly changes: string;
  name(id: string): string;
}

const DEEDS: Readonly<Record<string, (deed: Deed) => string>> = {
  'team added': ({ thing, detail }) => `added the team ${detail || thing}`,
  'team changed': ({ thing, changes }) => `changed the team ${thing}${changes}`,
  'team deleted': ({ detail }) => `deleted the team ${detail}`,
  'person added': ({ thing }) => `added ${thing}`,
  'person changed': ({ thing, changes }) => `changed ${thing}${changes}`,
  'person signed in first': ({ detail }) => `signed in for the first time (${detail})`,
  'person changed by groups': ({ detail }) =>
    `was changed by the groups of the sign-in (${detail})`,
  'person deleted': ({ detail }) => `deleted ${detail}`,
  'people imported': ({ detail }) => `imported people: ${detail}`,
  'token made': (deed) => `made a token for ${holderOf(deed)}`,
  'token revoked': (deed) => `revoked a token of ${holderOf(deed)}`,
  'budget set': ({ about, name, changes }) => `set ${ownerOf(about, name)} budget${changes}`,
  'answers forgotten': ({ about, detail }) =>
    `forgot ${about === 'all' ? 'all answers' : `the answers of ${about}`}${detail === '' ? '' : ` from before ${detail}`}`,
  'defaults set': ({ changes }) => `set the budget of new people${changes}`,
  'asked for a larger budget': ({ act }) => act,
  'request approved': ({ thing }) => `approved ${thing}’s request for a larger budget`,
  'request declined': ({ thing }) => `declined ${thing}’s request for a larger budget`,
  'names listed': ({ detail }) =>
    `listed ${countText(detail.replace('name', 'attribute'))} for everybody`,
  'names removed': () => 'removed the list of attributes',
  'models listed': ({ detail }) => `listed ${countText(detail)} for everybody`,
  'score may be asked again': ({ about }) => `allowed the score ${about} to be asked again`,
  'store confirmed': () => 'resumed calls after the store had lost data',
  'backed up': ({ about }) => `made the backup ${about}`,
  'test alert sent': () => 'sent a test alert',
  'signed in': ({ act }) => act,
  'signed out': ({ act }) => act,
  'administrator recovered': () => 'got a new administrator’s token by the command line',
};

function otherDeed({ act, thing, detail }: Deed): string {
  return `${act}: ${thing}${detail === '' ? '' : ` (${detail})`}`;
}

/** Says whose token it is, and its label, if it has one. */
function holderOf({ about, thing, detail, name }: Deed): string {
  const [, person = ''] = /^(?:for|of) ([^\s,]+)/.exec(detail) ?? [];
  return `${name(person)}${thing === '' || thing === about ? '' : ` (${thing})`}`;
}

/** Writes `1 model` for `1 models`. */
function countText(text: string): string {
  return text.replace(/^1 (\w+)s$/, '1 $1');
}

function ownerOf(scope: string, name: (id: string) => string): string {
  const [kind, id] = scope.split(':');
  if (id === undefined) return 'the account’s';
  return kind === 'team' ? `the team ${name(id)}’s` : `${name(id)}’s`;
}

/**
 * Writes `: role from person to administrator` for a detail such as
 * `{"role":["person","administrator"]}`.
 */
function changesIn(detail: string, name: (id: string) => string): string {
  const changes = parsed(detail);
  const texts = Object.entries(changes).flatMap(([field, change]) => {
    if (!Array.isArray(change)) return [];
    const [before, after] = change.map((value: unknown) => valueText(field, value, name));
    const [limit = '', group] = field.split(/ of (.*)/s);
    const title = `${FIELDS[limit] ?? limit}${group === undefined ? '' : ` of ${group}`}`;
    return [field === 'isDisabled' ? `${title}: ${after}` : `${title} from ${before} to ${after}`];
  });
  return texts.length === 0 ? '' : `: ${texts.join(', ')}`;
}

function parsed(detail: string): object {
  try {
    return Object(JSON.parse(detail)) as object;
  } catch {
    return {};
  }
}

function valueText(field: string, value: unknown, name: (id: string) => string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en');
  if (typeof value === 'string') return field === 'team' ? name(value) : value.replaceAll('-', ' ');
  return BUDGET_FIELDS.has(field.split(' ', 1)[0] ?? '') ? 'no limit' : 'none';
}

const BUDGET_FIELDS = new Set(['callsPerDay', 'callsPerMonth', 'pricePerDay', 'pricePerMonth']);
const FIELDS: Readonly<Record<string, string>> = {
  callsPerDay: 'calls a day',
  callsPerMonth: 'calls a month',
  pricePerDay: 'price a day',
  pricePerMonth: 'price a month',
  isDisabled: 'disabled',
  oid: 'sign-in ID',
};
