import { z } from 'zod';
import type { Directory, Person } from './directory';
import { personScope, toMillionths, type CallBudget, type CallLedger } from './state/call-ledger';
import type { RecordStore } from './state/shared-state';
import { isIn } from './sign-in/claims';
import { createId } from './token-format';

/** In millionths, this is still a safe integer. */
const MOST_PRICE = 1_000_000_000;
const CALLS = z.int().min(0).nullish();
const PRICE = z.number().min(0).max(MOST_PRICE).nullish();
/** The limits of a budget, in calls and in units of money; none where one is missing or null. */
export const BUDGET = z.strictObject({
  callsPerDay: CALLS,
  callsPerMonth: CALLS,
  pricePerDay: PRICE,
  pricePerMonth: PRICE,
});

const GROUP = BUDGET.extend({ group: z.string().trim().min(1).max(2000) });
export const DEFAULTS = z.strictObject({
  person: BUDGET.default({}),
  /** Of the company's sign-in. Of several, the first that somebody is in counts. */
  groups: z
    .array(GROUP)
    .max(200)
    .refine((rows) => new Set(rows.map(({ group }) => group)).size === rows.length, {
      message: 'A group is listed twice',
    })
    .default([]),
});
/** The budgets with which people begin. */
export type Defaults = Readonly<z.infer<typeof DEFAULTS>>;

/** Every limit that these set. */
export function limitsOf({ person, groups }: Defaults): readonly [string, number][] {
  return [person, ...groups].flatMap((limits) => Object.entries(limits).filter(isLimit));
}

interface NewPeopleOptions {
  readonly directory: Pick<Directory, 'changePerson'>;
  readonly ledger: Pick<CallLedger, 'setBudget'>;
  readonly records: Pick<RecordStore, 'read' | 'put'>;
  /** Until an administrator says otherwise. */
  readonly configured: Defaults;
}

/** Adds people, each with the budget that an administrator has chosen for new ones. */
export class NewPeople {
  constructor(private readonly options: NewPeopleOptions) {}

  async defaults(): Promise<Defaults> {
    const { records, configured } = this.options;
    return ((await records.read(KIND, ID)) as Defaults | undefined) ?? configured;
  }

  async setDefaults({ person, groups }: Defaults): Promise<void> {
    await this.options.records.put(KIND, ID, { person, groups });
  }

  /** @param groups that they are in at the company's sign-in. */
  async add(
    given: Parameters<Directory['addPerson']>[0],
    groups: readonly string[] = [],
  ): Promise<Person> {
    const { directory, ledger } = this.options;
    const id = createId('p');
    const { person, groups: ofGroups } = await this.defaults();
    const own = ofGroups.find(({ group }) => isIn(groups, group));
    const limits = Object.entries({ ...person, ...own }).filter(isLimit);
    // First, so that nobody spends without it in the meantime.
    if (limits.length > 0) await ledger.setBudget(personScope(id), budgetOf(limits));
    return directory.changePerson({ ...given, id, isDisabled: false }, {});
  }
}

/** As the ledger has it, with prices in millionths. */
export function budgetOf(limits: readonly [string, number][]): CallBudget {
  const counted = limits.map(([name, limit]) => [
    name,
    name.startsWith('price') ? toMillionths(limit) : limit,
  ]);
  return Object.fromEntries(counted) as CallBudget;
}

export function isLimit(entry: [string, unknown]): entry is [string, number] {
  return typeof entry[1] === 'number';
}

const KIND = 'defaults';
const ID = 'people';
