import { z } from 'zod';
import { MOST_NAMES } from '../question-reading';

/** For one call of a tool. The answer for more places would be too long to read. */
const MOST_PLACES = 5000;
/** The values are not checked here, because the reply reports each place that is wrong. */
const PLACE = z
  .object({
    lat: z.union([z.number(), z.string().max(100)]).nullish(),
    lng: z.union([z.number(), z.string().max(100)]).nullish(),
    address: z.string().max(2000).nullish(),
    pincode: z.union([z.string().max(100), z.number()]).nullish(),
  })
  .describe('Either lat and lng in decimal degrees, or address with its pincode.');
const PLACES = z
  .array(PLACE, 'must be a list of places, such as [{"lat": 12.97, "lng": 77.59}]')
  .min(1)
  .max(MOST_PLACES)
  .describe(`Up to ${MOST_PLACES} places: each {lat, lng} or {address, pincode}.`);
const NAMES = z
  .array(
    z
      .string()
      .trim()
      .toLowerCase()
      .max(200)
      .regex(/^[a-z0-9_]+$/, 'a name has only letters, digits and _: find it with find_attributes'),
    'must be a list of names, such as ["w_pop_tt"]',
  )
  .min(1)
  .max(MOST_NAMES)
  .describe('Names of attributes, as find_attributes lists them, such as "w_pop_tt".');
const MODEL = z
  .string()
  .min(1)
  .max(500)
  .describe('The ID of a scoring model, or its name where find_attributes lists it.');
const DATE = z.string().max(2000).nullish().describe('YYYY-MM-DD. Left out: today.');
const VARIABLES = z
  // A record would add `propertyNames`, for which some hosts refuse all tools.
  .object({})
  .catchall(z.union([z.string().max(2000), z.number(), z.boolean()]))
  .refine((given) => Object.keys(given).every((name) => name.length <= 200), 'has a long name')
  .nullish()
  .describe('What this model needs to know besides the place, such as {"floor_area": 1200}.');
const APPROVED = z
  .int()
  .min(0)
  .nullish()
  .describe('The number of calls that a person has approved. Only where the tool asks for it.');

/** What `find_attributes` takes. */
export const FIND_INPUT = z.object({
  query: z.string().max(500).describe('What is wanted, in words: "population within 500 m".'),
});
/** What `plan` takes. */
export const PLAN_INPUT = z.object({
  places: PLACES,
  names: NAMES.nullish(),
  model: MODEL.nullish(),
  date: DATE,
  custom_variables: VARIABLES,
});
/** What `attributes` takes. */
export const ATTRIBUTES_INPUT = z.object({
  places: PLACES,
  names: NAMES,
  approved_calls: APPROVED,
});
/** What `scores` takes. */
export const SCORES_INPUT = z.object({
  places: PLACES,
  model: MODEL,
  date: DATE,
  custom_variables: VARIABLES,
  approved_calls: APPROVED,
});
/** What `my_budget` takes: nothing. */
export const NO_INPUT = z.object({});

const NAMED = z.object({
  name: z.string(),
  title: z.string(),
  unit: z.string().nullable().describe('Null: not known here.'),
});
/** What `find_attributes` returns. */
export const FOUND = z.object({
  found: z.int().describe('How many there are; at most 50 are listed.'),
  attributes: z.array(NAMED.extend({ description: z.string().nullable() })),
  models: z.array(z.object({ id: z.string(), name: z.string(), note: z.string() })),
});

const FAULT = z.object({
  message: z.string().describe('What is wrong, and what to do.'),
  reason: z.string().optional(),
});
/** What `plan` returns. */
export const PLANNED = z.object({
  calls: z.int().describe('Calls of the service, each of which is charged.'),
  price: z.number().nullable().describe('Of these calls. Null: no price is set.'),
  currency: z.string(),
  values: z.int().describe('Values that the service would be asked for.'),
  known: z.int().describe('Values that are known already, and cost nothing.'),
  needs_approval: z.boolean().describe('Whether the tool will ask for approved_calls.'),
  calls_left: z
    .int()
    .nullable()
    .describe('What budgets still allow, today or this month. Null: there is no limit.'),
  unreadable: z
    .array(z.object({ index: z.int(), message: z.string() }))
    .describe('Places that cannot be read for certain. They are not asked for, and cost nothing.'),
  unlisted_names: z
    .array(z.object({ name: z.string(), did_you_mean: z.string().nullable() }))
    .describe('Names that no list here has. Asking for one that does not exist costs a call.'),
});

const AGED = {
  value: z.number().nullable().describe('Null: the service has no value here. Never 0 instead.'),
  at: z.string().describe('When the service gave it.'),
  age_seconds: z.int(),
  is_stale: z.boolean().optional().describe('Old, because the service has failed since.'),
};
const PLACED = { place: PLACE, error: FAULT.optional() };
const COUNTS = {
  planned_calls: z.int().describe('Calls that were needed when the tool began.'),
  answered: z.int().describe('Places with every value, or null.'),
  failed: z.int().describe('Places with an error, which says what is missing and why.'),
};
/** What `attributes` returns. */
export const ATTRIBUTES = z.object({
  ...COUNTS,
  places: z.array(
    z.object({
      ...PLACED,
      values: z.array(z.object({ name: z.string(), ...AGED, unit: z.string().nullable() })),
    }),
  ),
});
/** What `scores` returns. */
export const SCORES = z.object({
  ...COUNTS,
  model: z.string(),
  unit: z.string().describe("The model's own: no unit that this gateway knows."),
  places: z.array(z.object({ ...PLACED, score: z.object(AGED).nullable() })),
});

const ALLOWANCE = z.object({
  limit: z.number().nullable().describe('Null: there is none.'),
  used: z.number(),
  left: z.number().nullable(),
  of: z.enum(['person', 'team', 'account']).describe('Whose limit it is.'),
});
const PERIOD = z.object({
  calls: ALLOWANCE,
  price: ALLOWANCE,
  resets_at: z.string(),
  is_nearly_spent: z.boolean(),
});
/** What `my_budget` returns. */
export const BUDGET = z.object({
  person: z.string(),
  team: z.string().nullable(),
  currency: z.string(),
  day: PERIOD,
  month: PERIOD,
});

export type GivenPlace = z.infer<typeof PLACE>;
export type Planned = z.infer<typeof PLANNED>;
export type Attributes = z.infer<typeof ATTRIBUTES>;
export type Scores = z.infer<typeof SCORES>;
export type Found = z.infer<typeof FOUND>;
export type Budget = z.infer<typeof BUDGET>;
