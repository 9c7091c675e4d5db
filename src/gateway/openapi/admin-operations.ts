import { z } from 'zod';
import { FORGETTING } from '../admin-answers';
import { GRANT } from '../admin-budgets';
import { MODELS, NAMES, NAMES_PATH } from '../admin-catalogue';
import { IMPORT_PATH, PEOPLE_IMPORT } from '../admin-import';
import { PAGE } from '../admin-paging';
import { PERSON, PERSON_CHANGE, ROTATION, TEAM, TEAM_CHANGE, TOKEN } from '../admin-people';
import { AUDIT, PERIOD } from '../admin-reports';
import { BUDGET, DEFAULTS } from '../new-people';
import { operationsOf, type Operation } from './openapi-document';

const MADE = z.looseObject({ id: z.string() });
const PERIODS = z.object({ day: PERIOD.optional(), month: PERIOD.optional() });

const people = operationsOf('People and teams', '/admin/api');
const spending = operationsOf('Budgets and usage', '/admin/api');
const catalogue = operationsOf('Catalogue', '/admin/api');
const running = operationsOf('Running', '/admin/api');
const open = operationsOf('Running');

/** The administration's JSON interface, and what monitors the gateway. */
export const ADMIN_OPERATIONS: readonly Operation[] = [
  people('GET /teams', 'Teams', { query: PAGE.partial() }),
  people('POST /teams', 'Add a team', { body: TEAM, statuses: [201], reply: MADE }),
  people('PATCH /teams/{id}', 'Rename a team, or give it a weight', { body: TEAM_CHANGE }),
  people('DELETE /teams/{id}', 'Delete a team without people', { reply: MADE }),
  people('GET /people', 'People', { query: PAGE.partial() }),
  people('POST /people', 'Add a person', { body: PERSON, statuses: [201], reply: MADE }),
  people('PATCH /people/{id}', 'Change, disable or move a person', { body: PERSON_CHANGE }),
  people('DELETE /people/{id}', 'Delete a person', { reply: MADE, statuses: [200, 202] }),
  people('GET /people/{id}/tokens', 'A person’s tokens, without their secrets'),
  people('POST /people/{id}/tokens', 'Make a token, which is shown once', {
    body: TOKEN,
    isBodyOptional: true,
    statuses: [201],
    reply: MADE.extend({ token: z.string() }),
  }),
  people('GET /tokens', 'All tokens, without their secrets'),
  people('POST /tokens/{id}/rotate', 'Replace a token, which still works for a while', {
    body: ROTATION,
    isBodyOptional: true,
    statuses: [201],
    reply: MADE.extend({ token: z.string() }),
  }),
  people('DELETE /tokens/{id}', 'Revoke a token', { reply: MADE, statuses: [200, 202] }),
  people(`POST ${IMPORT_PATH}`, 'Add people from a CSV', {
    body: PEOPLE_IMPORT,
    statuses: [200, 201],
  }),
  spending('PUT /people/{id}/budget', 'Set a person’s budget', { body: BUDGET }),
  spending('PUT /teams/{id}/budget', 'Set a team’s budget', { body: BUDGET }),
  spending('PUT /account/budget', 'Set the account’s budget', { body: BUDGET }),
  spending('GET /defaults', 'The budgets with which people begin', { reply: DEFAULTS }),
  spending('PUT /defaults', 'Set the budgets with which people begin', { body: DEFAULTS }),
  spending('GET /usage', 'What was spent in a day or a month', { query: PERIODS }),
  spending('GET /usage/days', 'What was spent in each of the last 30 days'),
  spending('GET /requests', 'Who asks for a larger budget'),
  spending('POST /requests/{person}/approve', 'Approve a larger budget', {
    body: GRANT,
    isBodyOptional: true,
  }),
  spending('POST /requests/{person}/decline', 'Decline a larger budget'),
  catalogue('GET /catalogue', 'The names and models that everybody is offered'),
  catalogue(`PUT ${NAMES_PATH}`, 'List attribute names from a CSV', { body: NAMES }),
  catalogue(`DELETE ${NAMES_PATH}`, 'List no attribute names'),
  catalogue('PUT /catalogue/models', 'List models', { body: MODELS }),
  running('GET /unknown-scores', 'Scores that may have been charged without an answer'),
  running('POST /unknown-scores/{id}/ask-again', 'Let a score be asked for again'),
  running('GET /session', 'Who is signed in'),
  running('DELETE /session', 'Sign out'),
  running('GET /settings', 'The configuration, without secrets'),
  running('GET /audit', 'Who changed what', {
    query: AUDIT,
    replyTypes: ['application/json', 'text/csv'],
  }),
  running('GET /store', 'Whether the store has lost data'),
  running('POST /store/confirm', 'Resume after the store has lost data'),
  running('POST /backup', 'Back up the data folder', { statuses: [201], reply: MADE }),
  running('POST /alerts/test', 'Send an alert that says that it is a test'),
  running('POST /answers/forget', 'Forget answers, so that they are asked for again', {
    body: FORGETTING,
    reply: z.object({ forgotten: z.int().describe('Those in this gateway’s memory.') }),
  }),
  running('GET /upstream', 'The state of the service'),
  running('POST /upstream/try-again', 'Try the provider’s key again'),
  open('GET /healthz', 'Whether the program runs', { isOpen: true }),
  open('GET /readyz', 'Whether it takes requests', { statuses: [200, 503], isOpen: true }),
  open('GET /metrics', 'Metrics for Prometheus', {
    reply: z.string(),
    replyTypes: ['text/plain'],
    isOpen: true,
  }),
];
