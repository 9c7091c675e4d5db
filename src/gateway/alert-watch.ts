import type { Alert, Alerts } from './alerts';
import type { Directory } from './directory';
import type { Engine } from '../engine/lookup';
import { fromMillionths, type BudgetScope, type SpentShare } from './state/call-ledger';
import type { SharedState } from './state/shared-state';
import { createId } from './token-format';
import { dayOf } from './state/utc-days';

interface AlertWatchOptions {
  readonly alerts: Pick<Alerts, 'raise' | 'takeOver'>;
  readonly directory: Directory;
  readonly state: Pick<SharedState, 'claims' | 'records'>;
  /** Whether other gateways use the same store. */
  readonly isShared: boolean;
  readonly currency: string;
  readonly now: () => number;
}

/** Another gateway's sign of life. */
interface Pulse {
  readonly id: string;
  readonly at: number;
  /** It has ended as it should, or somebody has been told. */
  readonly isGone?: boolean;
}

/** Notices what people are called for, and puts it into words. */
export class AlertWatch {
  private readonly id = createId('g');
  /** What was raised here, so that the store need not be asked about it at each look. */
  private readonly raised = new Set<string>();
  private toldStop: string | undefined;
  private lookedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: AlertWatchOptions) {}

  budgetSpent(scope: BudgetScope, { period, unit, used, limit, share }: SpentShare): void {
    const { directory, currency } = this.options;
    const [kind = '', id = ''] = scope.split(':');
    const name = kind === 'person' ? directory.person(id)?.name : directory.team(id)?.name;
    const whose =
      kind === 'account' ? 'The account' : kind === 'team' ? `The team ${name}` : String(name);
    const amount = (number: number): string =>
      (unit === 'calls' ? number : fromMillionths(number)).toLocaleString('en');
    const of = unit === 'calls' ? 'calls' : currency || 'credits';
    const today = dayOf(this.options.now());
    this.raise({
      event: 'budget-share',
      ...(kind === 'person' && { person: name ?? id }),
      ...(kind === 'team' && { team: name ?? id }),
      share,
      text: `${whose} has used ${share} % of the budget for this ${period}: ${amount(used)} of ${amount(limit)} ${of}.`,
      about: `${scope} ${period} ${unit} ${limit} ${share}`,
      period: period === 'day' ? today : today.slice(0, 7),
    });
  }

  storeDown(): void {
    this.raiseHourly(
      'store-down',
      'The gateway’s store is down or full. No call is made meanwhile.',
    );
  }

  storeForgot(): void {
    const text =
      'The gateway’s store has lost data. No call is made until an administrator confirms on the administration page.';
    this.raiseHourly('store-forgot', text);
  }

  /** The provider refuses the gateway's key, or its credits are used up. */
  watch(activity: Engine['activity']): void {
    activity.subscribe(({ stoppedBy }) => {
      if (stoppedBy === this.toldStop) return;
      this.toldStop = stoppedBy;
      if (stoppedBy === 'key-refused') {
        this.raiseHourly('provider-key-refused', 'The service refuses the gateway’s key.');
      } else if (stoppedBy === 'out-of-credits') {
        this.raiseHourly('out-of-credits', 'The credits at the service are used up.');
      }
    });
  }

  /** To be called every half minute. Rejects while the store is down. */
  async look(): Promise<void> {
    const { alerts, isShared, now } = this.options;
    if (isShared) await this.lookForOthers();
    if (now() - this.lookedAt < SELDOM_MS) return;
    this.lookedAt = now();
    await alerts.takeOver();
    this.lookAtTokens();
    const unknown = (await this.options.state.claims.unknown()).length;
    if (unknown < MANY_UNKNOWN) return;
    this.raise({
      event: 'unknown-scores',
      text: `${unknown.toLocaleString('en')} scores may have been charged without an answer. Look at Scores on the administration page.`,
      about: 'scores',
      period: dayOf(now()),
    });
  }

  /** Ends as it should: nobody is called for it. */
  async leave(): Promise<void> {
    const { isShared, now, state } = this.options;
    if (isShared) await state.records.put(KIND, this.id, this.pulse(now(), true));
  }

  private lookAtTokens(): void {
    const { directory, now } = this.options;
    for (const {
      id,
      expiresAt = Infinity,
      revokedAt,
      isSession,
      person,
      label,
    } of directory.tokens) {
      const leftMs = expiresAt - now();
      if (revokedAt !== undefined || isSession === true || leftMs < 0 || leftMs > SOON_MS) continue;
      const name = directory.identityOf(directory.person(person))?.person.name;
      if (name === undefined) continue;
      const which = label === '' ? 'A token' : `The token “${label}”`;
      this.raise({
        event: 'token-expiring',
        person: name,
        text: `${which} of ${name} expires on ${dayOf(expiresAt)}.`,
        about: id,
        period: dayOf(expiresAt),
      });
    }
  }

  private async lookForOthers(): Promise<void> {
    const { now, state } = this.options;
    await state.records.put(KIND, this.id, this.pulse(now(), false));
    for (const pulse of (await state.records.load(KIND)) as readonly Pulse[]) {
      const { id, at, isGone } = pulse;
      if (isGone === true || now() - at < LOST_MS) continue;
      const since = new Date(at).toISOString().slice(11, 16);
      const text = `A gateway has not been heard of since ${since} UTC. The others go on.`;
      this.raise({ event: 'replica-lost', text, about: id, period: '' });
      await state.records.put(KIND, id, { ...pulse, isGone: true });
    }
  }

  private pulse(at: number, isGone: boolean): Pulse {
    return { id: this.id, at, ...(isGone && { isGone }) };
  }

  private raiseHourly(event: Alert['event'], text: string): void {
    const hour = new Date(this.options.now()).toISOString().slice(0, 13);
    this.raise({ event, text, about: '', period: hour });
  }

  private raise(alert: Alert): void {
    const own = `${alert.event} ${alert.about} ${alert.period}`;
    if (this.raised.has(own)) return;
    if (this.raised.size >= MOST_RAISED) this.raised.clear();
    this.raised.add(own);
    this.options.alerts.raise(alert);
  }
}

const KIND = 'gateway';
const SOON_MS = 7 * 86_400_000;
const LOST_MS = 120_000;
const MANY_UNKNOWN = 10;
const SELDOM_MS = 600_000;
const MOST_RAISED = 10_000;
/** How often `look` is called. */
export const LOOK_MS = 30_000;
