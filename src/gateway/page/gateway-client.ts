/** Asks with a token that lives in memory alone, or with the session in a cookie. */
export class GatewayClient {
  /**
   * @param door where its page is: `/admin` or `/account`.
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

  /** Rejects with a sentence to show on the page. */
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

/** Null for no limit. */
export type Budget = Readonly<Record<BudgetField, number | null>>;
export type BudgetField = 'callsPerDay' | 'callsPerMonth' | 'pricePerDay' | 'pricePerMonth';

/** What one call costs. */
export interface Prices {
  readonly lookup: number;
  readonly score: number;
  readonly models: readonly { readonly model: string; readonly price: number }[];
  readonly currency: string;
}

/** A budget limit that is at least four fifths used. */
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
  /** A person's team, by its id. */
  readonly team?: string | null;
  /** They spent something in the period, and were deleted since. */
  readonly isDeleted?: boolean;
}

export interface Usage {
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  readonly period: string;
  readonly prices: Prices;
  /** Only for an administrator of everything. */
  readonly account?: SpentBudget;
  /** Scores by model; only for an administrator of everything who asks for everybody. */
  readonly models?: readonly ModelUsage[];
  readonly teams: readonly UsageRow[];
  readonly people: readonly UsageRow[];
}

export interface Team {
  readonly id: string;
  readonly name: string;
  /** How many calls it may make in one turn beside other teams: 1 if it is left out. */
  readonly weight?: number;
}

/** A page of people or teams. */
export interface Page {
  readonly total: number;
  /** Where the next page begins; null on the last. */
  readonly next: string | null;
}

/** Scores asked of one model. */
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
  /** A team's id; null for none. */
  readonly team: string | null;
  readonly teamName?: string;
  readonly role: string;
  readonly isDisabled: boolean;
  /** Nobody else can administer everything. */
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
  /** Signed in by the company's sign-in, and not by a token. */
  readonly isSession: boolean;
  readonly request: BudgetRequest | null;
  /** Of the add-in, besides this page's. */
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
  /** The one that this page uses. */
  readonly isThis: boolean;
}
