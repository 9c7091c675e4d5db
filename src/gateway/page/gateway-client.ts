/** Calls the gateway with a token that is only in memory, or with the session in a cookie. */
export class GatewayClient {
  /**
   * @param door the path of its page: `/admin` or `/account`.
   * @param token undefined: the session.
   */
  constructor(
    readonly door: string,
    private readonly token?: string,
  ) {}

  get<Result>(path: string): Promise<Result> {
    return this.send('GET', path);
  }

  post<Result>(path: string, body: object = {}): Promise<Result> {
    return this.send('POST', path, body);
  }

  put<Result>(path: string, body: object): Promise<Result> {
    return this.send('PUT', path, body);
  }

  patch<Result>(path: string, body: object): Promise<Result> {
    return this.send('PATCH', path, body);
  }

  delete<Result>(path: string): Promise<Result> {
    return this.send('DELETE', path);
  }

  async text(path: string): Promise<string> {
    return (await this.request('GET', path)).text();
  }

  private async send<Result>(method: string, path: string, body?: object): Promise<Result> {
    return (await (await this.request(method, path, body)).json()) as Result;
  }

  /** Rejects with a sentence that the page shows. */
  private async request(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(`${this.door}/api${path}`, {
      method,
      headers:
        this.token === undefined
          ? { 'x-locus-csrf': '1' }
          : { authorization: `Bearer ${this.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => undefined);
    if (response === undefined) throw new Error('The gateway does not answer.');
    if (response.ok) return response;
    const json = (await response.json().catch(() => ({}))) as { message?: string };
    throw new Error(json.message ?? `The gateway answered with status ${response.status}.`);
  }
}

/** Calls charged, booked and reserved, and the price of the booked ones. */
export interface CallCounts {
  readonly charged: number;
  readonly booked: number;
  readonly reserved: number;
  readonly price: number;
}

/** A null limit is no limit. */
export type Budget = Readonly<Record<BudgetField, number | null>>;
export type BudgetField = 'callsPerDay' | 'callsPerMonth' | 'pricePerDay' | 'pricePerMonth';

/** What one call costs, in the account's currency. */
export interface Prices {
  readonly lookup: number;
  readonly score: number;
  readonly models: readonly { readonly model: string; readonly price: number }[];
  readonly currency: string;
}

/** A budget limit of which at least 80 % is used. */
export interface BudgetWarning {
  readonly period: 'day' | 'month';
  readonly unit: 'calls' | 'price';
  readonly used: number;
  readonly limit: number;
}

interface SpentBudget extends CallCounts {
  readonly budget: Budget;
  readonly warnings: readonly BudgetWarning[];
}

export interface UsageRow extends SpentBudget {
  readonly id: string;
  readonly name: string;
  /** A person's team, by its ID. */
  readonly team?: string | null;
  /** Whether they were deleted after they had spent something in the period. */
  readonly isDeleted?: boolean;
}

export interface Usage {
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  readonly period: string;
  readonly prices: Prices;
  /** Only for an administrator of everything. */
  readonly account?: SpentBudget;
  /** Scores by model. Only for an administrator of everything who asks for everybody. */
  readonly models?: readonly ModelUsage[];
  readonly teams: readonly UsageRow[];
  readonly people: readonly UsageRow[];
}

export interface Team {
  readonly id: string;
  readonly name: string;
  /** How many calls the team may make in one turn beside other teams. Left out: 1. */
  readonly weight?: number;
}

/** One page of people or teams. */
export interface Page {
  readonly total: number;
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
}

/** Scores that one model was asked for. */
export interface ModelUsage extends Omit<CallCounts, 'reserved'> {
  readonly model: string;
}

export interface UsageDay extends CallCounts {
  readonly day: string;
  /** Only for an administrator of everything. */
  readonly models?: readonly ModelUsage[];
}

export interface Person {
  readonly id: string;
  readonly name: string;
  /** A team's ID; null for none. */
  readonly team: string | null;
  readonly teamName?: string;
  readonly role: string;
  readonly isDisabled: boolean;
  /** Whether nobody else can administer everything. */
  readonly isLastAdministrator?: boolean;
}

/** What everybody finds in their pane. */
export interface TeamCatalogue {
  /** How many names are listed. */
  readonly names: number;
  readonly models: readonly ListedModel[];
}

export interface ListedModel {
  readonly id: string;
  readonly name: string;
  readonly note: string;
}

export interface Token {
  readonly id: string;
  readonly label: string;
  readonly use: string;
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
}

export interface UnknownScore {
  readonly id: string;
  readonly model: string;
  readonly at: string;
}

export interface UpstreamState {
  readonly stoppedBy: string | null;
  readonly callsSpent: number;
  readonly callsInFlight: number;
  readonly waiting: number;
}

/** The gateway's administration. */
export class AdministrationClient extends GatewayClient {
  /** @param token undefined: the session. */
  constructor(token?: string) {
    super('/admin', token);
  }

  usageOf(rows: readonly { readonly id: string }[]): Promise<Usage> {
    return this.get(`/usage?ids=${rows.map(({ id }) => id).join(',')}`);
  }
}

/** Lets the browser save a text as a file. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** A person's own account. */
export class AccountClient extends GatewayClient {
  /** @param token undefined: the session. */
  constructor(token?: string) {
    super('/account', token);
  }
}

export interface Account {
  readonly person: string;
  readonly team: string | null;
  readonly personId: string;
  readonly currency: string;
  readonly budget: Readonly<Record<'day' | 'month', Period>>;
  /** Whether the person is signed in through the company, and not by a token. */
  readonly isSession: boolean;
  readonly request: BudgetRequest | null;
  /** The origins on which the add-in may run, besides this one. */
  readonly origins: readonly string[];
}

interface Allowance {
  readonly limit: number | null;
  readonly used: number;
  readonly left: number | null;
}

export interface Period extends Allowance {
  readonly price: Allowance;
  readonly resetsAt: string;
  readonly isNearlySpent: boolean;
}

export interface BudgetRequest {
  readonly message: string;
  readonly callsPerDay?: number;
  readonly callsPerMonth?: number;
  readonly at: number;
  readonly status: 'open' | 'approved' | 'declined' | 'withdrawn';
  readonly decidedAt?: number;
}

export interface OwnToken {
  readonly id: string;
  readonly label: string;
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly lastUsed: string | null;
  readonly isSession?: boolean;
  /** Whether this page uses the token. */
  readonly isThis: boolean;
}
