import { z } from 'zod';
import {
  BULK_PATH,
  CATALOGUE_PATH,
  MAX_BULK_LINES,
  ME_PATH,
  LOOKUP_PATH,
  SCORE_PATH_PREFIX,
} from '../../engine/contract/paths';
import { MAX_LATITUDE, MAX_LONGITUDE, MAX_VARIABLES_PER_CALL } from '../../engine/contract/limits';
import { MOST_NAMES } from '../question-reading';
import { FAULT, operationsOf, type Operation } from './openapi-document';

const LAT = z.number().min(-MAX_LATITUDE).max(MAX_LATITUDE);
const LNG = z.number().min(-MAX_LONGITUDE).max(MAX_LONGITUDE);
const ADDRESS = z
  .string()
  .regex(/\p{L}/u)
  .describe('Street and town, with its pincode or without.');
const PINCODE = z
  .string()
  .regex(/^[1-9]\d{5}$/)
  .describe('Six digits.');
const NAME = '[a-z0-9_]+';
const variables = (most: number): z.ZodString =>
  z
    .string()
    .regex(new RegExp(`^${NAME}(,${NAME}){0,${most - 1}}$`))
    .describe(`Names of attributes, separated by commas, ${most} at most.`);
const VARIABLES = variables(MAX_VARIABLES_PER_CALL);
const AT_COORDINATES = { lat: LAT, lng: LNG };
const AT_ADDRESS = { address: ADDRESS, pincode: PINCODE.optional() };

/**
 * The contract's bodies. The busiest path checks them by hand instead, and a test compares the two.
 */
export const LOOKUP_BODY = z.union([
  z.object({ ...AT_COORDINATES, variables: VARIABLES }),
  z.object({ ...AT_ADDRESS, variables: VARIABLES }),
]);
const SCORE_FIELDS = {
  key: z.string().optional().describe('The token, if it is not in a header.'),
  date: z.iso.date().optional().describe('Left out: today.'),
  custom_variables: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .optional()
    .describe('What the model needs to know besides the place.'),
};
export const SCORE_BODY = z.union([
  z.object({ ...AT_COORDINATES, ...SCORE_FIELDS }),
  z.object({ address: ADDRESS, ...SCORE_FIELDS }),
]);
const LINE_ID = {
  id: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
  renew: z.boolean().optional().describe('Asks the service again, even if the value is known.'),
};
const NAMES = z.union([
  variables(MOST_NAMES),
  z
    .array(z.string().regex(new RegExp(`^${NAME}$`)))
    .min(1)
    .max(MOST_NAMES),
]);
const MODEL = z.string().regex(/^[\w-]{1,100}$/);
export const BULK_LINE = z.union([
  z.object({ ...LINE_ID, ...AT_COORDINATES, variables: NAMES }),
  z.object({ ...LINE_ID, ...AT_ADDRESS, variables: NAMES }),
  z.object({ ...LINE_ID, model: MODEL, ...AT_COORDINATES, ...SCORE_FIELDS }),
  z.object({ ...LINE_ID, model: MODEL, address: ADDRESS, ...SCORE_FIELDS }),
]);
const LINES = z
  .string()
  .describe(
    `JSON lines, ${MAX_BULK_LINES} at most; each an object: {"id": 1, "lat": 12.97, "lng": 77.59, ` +
      '"variables": ["w_pop_tt"]}, the same with address and pincode, or {"id": 2, "model": "…"} ' +
      'with the fields of a score.',
  );

/** Any content type is accepted: only the lines count. */
const LINE_TYPES = ['application/x-ndjson', 'text/plain'];

const VALUES = z.record(z.string(), z.number().nullable());
const FAILURE = z.object({ status: z.int(), message: z.string(), reason: z.string() });
const FAILED_NAMES = {
  failures: z
    .record(z.string(), FAILURE)
    .optional()
    .describe('Why some names have neither a value nor null, although others do.'),
  message: z.string().optional().describe('The same in one sentence.'),
  reason: z.string().optional(),
};
const COUNT = z.int().min(0);
const PLAN = { calls: COUNT, values: COUNT, known: COUNT };
const ALLOWANCE = {
  limit: z.number().nullable(),
  used: z.number(),
  left: z.number().nullable(),
  of: z.enum(['person', 'team', 'account']),
};
const PERIOD = z.looseObject({
  ...ALLOWANCE,
  price: z.looseObject(ALLOWANCE),
  resetsAt: z.iso.datetime(),
  isNearlySpent: z.boolean(),
});
const FUNCTION_QUERY = z.object({
  by: z.enum(['coordinates', 'address']).optional(),
  names: z.string().optional(),
  model: z.string().optional(),
});

const contract = operationsOf('The service’s contract');
const many = operationsOf('Many questions');
const me = operationsOf('About me');
const warehouses = operationsOf('Warehouses');

/** What people's programs can ask for. */
export const PEOPLE_OPERATIONS: readonly Operation[] = [
  contract(`POST ${LOOKUP_PATH}`, 'Attributes of a place', {
    body: LOOKUP_BODY,
    reply: z.object({ data: VALUES, status: z.literal(200), ...FAILED_NAMES }),
  }),
  contract(`POST ${SCORE_PATH_PREFIX}{model}`, 'A model’s score of a place', {
    body: SCORE_BODY,
    reply: z.object({ score: z.number().nullable(), status: z.literal(200) }),
  }),
  many(`POST ${BULK_PATH}`, 'Many questions in one request, answered line by line', {
    description:
      'Each line of the reply has the id of its question, a status, and data, score or a message.',
    body: LINES,
    bodyTypes: LINE_TYPES,
    reply: z.string(),
    replyTypes: ['application/x-ndjson'],
  }),
  many('POST /v1/known', 'What questions would cost, if all of them can be read', {
    body: LINES,
    bodyTypes: LINE_TYPES,
    reply: z.object(PLAN),
  }),
  many('POST /v1/plan', 'What questions would cost, and how many cannot be read', {
    body: LINES,
    bodyTypes: LINE_TYPES,
    reply: z.looseObject({ rows: COUNT, places: COUNT, unreadable: COUNT, ...PLAN }),
  }),
  me(`GET ${ME_PATH}`, 'Who the token belongs to, and what may still be spent', {
    reply: z.looseObject({
      gateway: z.literal('locus'),
      person: z.string(),
      team: z.string().nullable(),
      currency: z.string(),
      budget: z.object({ day: PERIOD, month: PERIOD }),
      waiting: z.looseObject({ values: COUNT, most: COUNT }),
    }),
  }),
  me(`GET ${CATALOGUE_PATH}`, 'The attribute names and models that administrators have listed', {
    reply: z.object({
      names: z.array(z.looseObject({ name: z.string() })),
      models: z.array(z.object({ id: z.string(), name: z.string(), note: z.string() })),
    }),
  }),
  warehouses('POST /v1/functions/bigquery', 'A remote function of BigQuery', {
    query: FUNCTION_QUERY,
    body: z.looseObject({ calls: z.array(z.array(z.unknown())) }),
    reply: z.object({ replies: z.array(z.unknown()) }),
    fault: z.union([z.looseObject({ errorMessage: z.string() }), FAULT]),
  }),
  warehouses('POST /v1/functions/snowflake', 'An external function of Snowflake', {
    query: FUNCTION_QUERY,
    body: z.looseObject({ data: z.array(z.array(z.unknown())) }),
    statuses: [200, 202],
  }),
  operationsOf('Agents')('POST /mcp', 'The Model Context Protocol, over Streamable HTTP', {
    body: z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string() }),
    statuses: [200, 202],
    // An error of the protocol, or the gateway's own reply to a request without a valid token.
    fault: z.union([z.looseObject({ jsonrpc: z.literal('2.0') }), FAULT]),
  }),
];
