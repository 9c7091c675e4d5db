import { randomUUID } from 'node:crypto';
import { modelOfTarget } from '../node/score-permits';
import type { Admission, ProposedCall, Reservation, ScoreCall } from '../engine/lookup';
import type { CallLedger, Payer } from './state/call-ledger';
import { NoSlot, StoreForgot } from './state/shared-state';
import { traceparentOf } from './trace-context';

/**
 * The person who makes one request. Once they have left, they pay for an unsent call only if all of
 * its askers have left.
 */
export interface Asker extends Payer {
  hasLeft: boolean;
  /** Whether a call was refused because none of its askers could pay, this one included. */
  couldNotPay: boolean;
}

/** What one call costs, in whole millionths of a unit of money. */
export interface CallPrices {
  readonly lookup: number;
  /** The price for a model without a price of its own: the highest of all. */
  readonly score: number;
  readonly models: ReadonlyMap<string, number>;
}

/** Returns a score's price, however the model is spelled: `FLOOD`, `flood ` or `ﬂood`. */
export function scorePrice({ score, models }: CallPrices, model: string): number {
  return models.get(pricedModel(model)) ?? score;
}

/** Returns a model's name in the form by which prices are listed: NFKC, trimmed and lower case. */
export function pricedModel(model: string): string {
  return model.normalize('NFKC').trim().toLowerCase();
}

/** Reserves each call for its first asker who can pay. After a refused key, one call tries it. */
export class CallAdmission implements Admission {
  private trial: Trial | undefined;

  constructor(
    private readonly ledger: CallLedger,
    private readonly prices: CallPrices,
    private readonly onTrouble: () => void,
  ) {}

  /** Lets only the next call leave, until it has ended. */
  tryOne(onAnswered: () => void): void {
    this.endTrial();
    let end = (): void => {};
    const isOver = new Promise<void>((resolve) => (end = resolve));
    this.trial = { isOver, end, onAnswered, isTaken: false };
  }

  async reserve({ kind, target, askers }: ProposedCall): Promise<Reservation> {
    while (this.trial?.isTaken === true) await this.trial.isOver;
    const trial = this.trial;
    if (trial !== undefined) trial.isTaken = true;
    const endTrial = (): void => {
      if (trial !== undefined && this.trial === trial) this.endTrial();
    };
    const call = randomUUID();
    const { prices } = this;
    const price = kind === 'lookup' ? prices.lookup : scorePrice(prices, modelOfTarget(target));
    try {
      const all = askers as readonly Asker[];
      const present = all.filter(({ hasLeft }) => !hasLeft);
      const payers = present.length > 0 ? present : all;
      const payer = await this.ledger.reserve(call, payers, price);
      if (payer === undefined) {
        for (const each of payers) each.couldNotPay = true;
        endTrial();
        return OVER_BUDGET;
      }
    } catch (error) {
      endTrial();
      if (!(error instanceof NoSlot || error instanceof StoreForgot)) this.onTrouble();
      throw error;
    }
    return {
      kind: 'reserved',
      settle: (use, isAnswered = false) => {
        const settlement = use !== 'spent' ? 'released' : isAnswered ? 'charged' : 'booked';
        // A reservation that cannot be settled stays, and is booked at the next start.
        this.ledger.settle(call, settlement).catch(this.onTrouble);
        if (isAnswered) trial?.onAnswered();
        endTrial();
      },
    };
  }

  private endTrial(): void {
    const { trial } = this;
    this.trial = undefined;
    trial?.end();
  }
}

/** Returns the header for the trace of the first asker who still waits and has one. */
export function traceHeaders(call: Pick<ScoreCall, 'askers'>): Readonly<Record<string, string>> {
  const all = (call.askers ?? []) as readonly Asker[];
  const trace = all.find((asker) => !asker.hasLeft && asker.trace !== undefined)?.trace;
  return trace === undefined ? {} : { traceparent: traceparentOf(trace) };
}

interface Trial {
  readonly isOver: Promise<void>;
  end(): void;
  onAnswered(): void;
  isTaken: boolean;
}

const OVER_BUDGET: Reservation = { kind: 'refused', code: 'over-budget', isForAll: false };
