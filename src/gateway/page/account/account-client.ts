import { GatewayClient } from '../gateway-client';

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
