import type { Identity } from './directory';
import { ACCOUNT, personScope, teamScope, warningsOf } from './state/call-ledger';
import type { BudgetStanding, CallLedger } from './state/call-ledger';

/** What one may spend in a period. Without a limit of any kind, `limit` and `left` are null. */
export interface PeriodStanding {
  readonly limit: number | null;
  readonly used: number;
  /** What the person, the team and the account all still allow. */
  readonly left: number | null;
  /** Whose limit that is. */
  readonly of: 'person' | 'team' | 'account';
  readonly resetsAt: string;
  /** Four fifths of any of the three are used. */
  readonly isNearlySpent: boolean;
}

interface OwnStanding {
  readonly of: PeriodStanding['of'];
  readonly standing: BudgetStanding;
}

/** Who one is, and what one may still spend. It also tells a client that this is a gateway. */
export async function aboutMe({ person, team }: Identity, ledger: CallLedger): Promise<object> {
  const own: OwnStanding[] = [
    { of: 'person', standing: await ledger.standing(personScope(person.id)) },
  ];
  if (team !== undefined) {
    own.push({ of: 'team', standing: await ledger.standing(teamScope(team.id)) });
  }
  own.push({ of: 'account', standing: await ledger.standing(ACCOUNT) });
  const [year = 0, month = 0, day = 0] = own[0]?.standing.today.split('-').map(Number) ?? [];
  return {
    gateway: 'locus',
    person: person.name,
    team: team?.name ?? null,
    personId: person.id,
    teamId: team?.id ?? null,
    budget: {
      day: tightest(
        own,
        'day',
        ({ callsPerDay }) => callsPerDay,
        Date.UTC(year, month - 1, day + 1),
      ),
      month: tightest(own, 'month', ({ callsPerMonth }) => callsPerMonth, Date.UTC(year, month, 1)),
    },
  };
}

function tightest(
  own: readonly OwnStanding[],
  period: 'day' | 'month',
  limitOf: (standing: BudgetStanding) => number | undefined,
  resetsAt: number,
): PeriodStanding {
  const periods = own.map(({ of, standing }) => {
    const { booked, reserved } = standing[period];
    const used = booked + reserved;
    const limit = limitOf(standing);
    return { of, used, limit, left: limit === undefined ? Infinity : Math.max(0, limit - used) };
  });
  // The person's own comes first, and stays first among equals.
  const [first] = [...periods].sort((one, other) => compare(one.left, other.left));
  const { of, used, limit, left } = first as (typeof periods)[number];
  return {
    limit: limit ?? null,
    used,
    left: Number.isFinite(left) ? left : null,
    of,
    resetsAt: new Date(resetsAt).toISOString(),
    isNearlySpent: own.some(({ standing }) =>
      warningsOf(standing).some((warning) => warning.period === period),
    ),
  };
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
