import { DAY_MS } from '../../node/calendar';
import type { SharedState } from '../state/shared-state';

/** A person's request for a larger budget. Only the last one of each person is kept. */
export interface BudgetRequest {
  /** The person's ID. */
  readonly person: string;
  readonly message: string;
  readonly callsPerDay?: number | undefined;
  readonly callsPerMonth?: number | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly status: 'open' | 'approved' | 'declined' | 'withdrawn';
  readonly decidedAt?: number | undefined;
  /**
   * The times at which this person asked within the last day, in epoch milliseconds, the latest
   * last.
   */
  readonly asked?: readonly number[];
}

type RequestedBudget = Pick<BudgetRequest, 'message' | 'callsPerDay' | 'callsPerMonth'>;

/** Requests for larger budgets, at most one open request for each person. */
export class BudgetRequests {
  constructor(
    private readonly state: Pick<SharedState, 'records' | 'exclusively'>,
    private readonly now: () => number,
  ) {}

  async of(person: string): Promise<BudgetRequest | undefined> {
    return (await this.state.records.read(KIND, person)) as BudgetRequest | undefined;
  }

  /** Returns the open requests, the oldest first. */
  async open(): Promise<readonly BudgetRequest[]> {
    const all = (await this.state.records.load(KIND)) as readonly BudgetRequest[];
    return all.filter(isOpen).sort((one, other) => one.at - other.at);
  }

  /** Opens a request. Returns `open` if one is already open, and `many` after five within a day. */
  ask(person: string, wanted: RequestedBudget): Promise<BudgetRequest | 'open' | 'many'> {
    return this.alone(person, async (last) => {
      if (last !== undefined && isOpen(last)) return 'open';
      const at = this.now();
      const lately = (last?.asked ?? []).filter((each) => at - each < DAY_MS);
      if (lately.length >= MOST_A_DAY) return 'many';
      return this.put({ ...wanted, person, at, status: 'open', asked: [...lately, at] });
    });
  }

  /** Runs `deed`, then closes the open request; undefined if none is open any more. */
  close(
    person: string,
    status: Exclude<BudgetRequest['status'], 'open'>,
    deed: (request: BudgetRequest) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<BudgetRequest | undefined> {
    return this.alone(person, async (last) => {
      if (last === undefined || !isOpen(last)) return undefined;
      await deed(last);
      return this.put({ ...last, status, decidedAt: this.now() });
    });
  }

  private alone<T>(person: string, run: (last: BudgetRequest | undefined) => Promise<T>) {
    return this.state.exclusively(`budget request of ${person}`, async () =>
      run(await this.of(person)),
    );
  }

  private async put(request: BudgetRequest): Promise<BudgetRequest> {
    await this.state.records.put(KIND, request.person, request);
    return request;
  }
}

function isOpen({ status }: BudgetRequest): boolean {
  return status === 'open';
}

const KIND = 'budget-request';
/** A person may ask this often in a day, because an administrator has to read each request. */
const MOST_A_DAY = 5;
