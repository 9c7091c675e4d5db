import type { RequestCustomVariables } from '../engine/contract/request-fields';
import type { AttributeValues } from './attributes';

/** A demonstration model; the formulas are published in docs/developers/sample-service.md. */
export interface Model {
  /** The score of a place with these values, or one sentence that says why there is none. */
  score(question: ModelQuestion): ModelScore;
}

export interface ModelQuestion {
  /** Undefined if the place has no values: the score is then null. */
  readonly values: AttributeValues | undefined;
  /** The day used if no date was sent, `YYYY-MM-DD`. */
  readonly today: string;
  readonly date: string | undefined;
  readonly customVariables: RequestCustomVariables;
}

export type ModelScore =
  | { readonly kind: 'scored'; readonly score: number | null }
  | { readonly kind: 'invalid'; readonly reason: string };

const SUNDAY = 0;
const FRIDAY = 5;
const SATURDAY = 6;
const LARGEST_FLOOR_AREA = 100_000;
/** Monthly revenue per square metre in rupees, by format. */
const REVENUE_PER_SQUARE_METRE: ReadonlyMap<string, number> = new Map([
  ['kiosk', 9_000],
  ['store', 5_000],
  ['flagship', 6_500],
]);

/** The models by their identifiers. */
export const MODELS: ReadonlyMap<string, Model> = new Map([
  ['store-potential', { score: storePotential }],
  ['delivery-demand', { score: deliveryDemand }],
  ['branch-revenue', { score: branchRevenue }],
]);

/** 0 to 100, from the place alone. */
function storePotential({ values }: ModelQuestion): ModelScore {
  if (!values) return scored(null);
  const pull =
    values.w_pop_tt_1000 / 40_000 + 2 * values.p_retail_gc_np + values.p_restaurant_rt_np;
  return scored(100 * (1 - Math.exp(-pull / 2)));
}

/** Deliveries on a day, from the people nearby, the day of the week and the season. */
function deliveryDemand({ values, date, today }: ModelQuestion): ModelScore {
  const day = readDay(date ?? today);
  if (!day) return invalid('date must be a day of the calendar, written YYYY-MM-DD.');
  if (!values) return scored(null);
  return scored(0.02 * values.w_pop_tt_500 * weekdayFactor(day) * seasonFactor(day));
}

/** Rupees a month, from the floor area in square metres and the format of the branch. */
function branchRevenue({ values, customVariables }: ModelQuestion): ModelScore {
  const floorArea = ownVariable(customVariables, 'floor_area');
  const format = ownVariable(customVariables, 'format');
  if (typeof floorArea !== 'number' || floorArea <= 0 || floorArea > LARGEST_FLOOR_AREA) {
    return invalid('custom_variables: floor_area must be a number above 0 and up to 100000.');
  }
  const perSquareMetre =
    typeof format === 'string'
      ? REVENUE_PER_SQUARE_METRE.get(format.trim().toLowerCase())
      : undefined;
  if (perSquareMetre === undefined) {
    return invalid('custom_variables: format must be kiosk, store or flagship.');
  }
  if (!values) return scored(null);
  const people = 0.5 + Math.min(1, values.w_pop_tt_1000 / 50_000);
  return scored(floorArea * perSquareMetre * people * (1 + 0.3 * values.p_retail_gc_np));
}

function ownVariable(variables: RequestCustomVariables, name: string): unknown {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}

/** Undefined for a date such as 30 February. */
function readDay(text: string): Date | undefined {
  const written = text.trim();
  if (!/^\d{4}-\d{2}-\d{2}$/.test(written)) return undefined;
  const day = new Date(`${written}T00:00:00Z`);
  const isDay = Number.isFinite(day.getTime()) && day.toISOString().startsWith(written);
  return isDay ? day : undefined;
}

function weekdayFactor(day: Date): number {
  const weekday = day.getUTCDay();
  if (weekday === SATURDAY) return 1.35;
  if (weekday === SUNDAY) return 1.25;
  return weekday === FRIDAY ? 1.15 : 1;
}

/** The monsoon from June to September, the festivals in October and November. */
function seasonFactor(day: Date): number {
  const month = day.getUTCMonth() + 1;
  if (month >= 6 && month <= 9) return 1.1;
  return month === 10 || month === 11 ? 1.2 : 1;
}

function scored(score: number | null): ModelScore {
  return { kind: 'scored', score: score === null ? null : Math.round(score * 100) / 100 };
}

function invalid(reason: string): ModelScore {
  return { kind: 'invalid', reason };
}
