import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Clock, Engine } from '../engine/lookup';
import { ConfigurationError } from './configuration-error';
import type { GatewayLog } from './gateway-log';
import { readSecretFile } from './provider-key';
import { isSafeAddress } from './sign-in/sign-in-configuration';
import type { SharedState } from './state/shared-state';
import type { Directory } from './directory';
import { fromMillionths, type BudgetScope, type SpentShare } from './state/call-ledger';
import { createId } from './token-format';
import { DAY_MS } from '../node/calendar';

/** Where alerts go, and in which shape. */
export interface WebhookConfiguration {
  /** The webhook's address. Anybody who knows it can write there, so it is never shown. */
  readonly url: string;
  /** Signs what is sent. Undefined: nothing is signed. */
  readonly secret: string | undefined;
  readonly shape: 'json' | 'slack' | 'teams';
}

/** @throws ConfigurationError that quotes neither the address nor the secret. */
export function readWebhook(
  text: (name: string) => string | undefined,
): WebhookConfiguration | undefined {
  const url = text('LOCUS_WEBHOOK_URL');
  const file = text('LOCUS_WEBHOOK_SECRET_FILE');
  const given = text('LOCUS_WEBHOOK_SECRET');
  const shape = SHAPE.safeParse(text('LOCUS_WEBHOOK_SHAPE') ?? 'json');
  if (!shape.success) {
    throw new ConfigurationError('LOCUS_WEBHOOK_SHAPE should be json, slack or teams.');
  }
  if (url === undefined) return undefined;
  if (!isSafeAddress(url)) {
    throw new ConfigurationError(
      'LOCUS_WEBHOOK_URL should be an https URL, or http on this machine.',
    );
  }
  const secret = given ?? (file && readSecretFile(file, text('CREDENTIALS_DIRECTORY')).trim());
  return { url, secret: secret || undefined, shape: shape.data };
}

const SHAPE = z.enum(['json', 'slack', 'teams']);

export type AlertEvent =
  | 'budget-share'
  | 'provider-key-refused'
  | 'out-of-credits'
  | 'store-down'
  | 'store-forgot'
  | 'replica-lost'
  | 'unknown-scores'
  | 'token-expiring'
  | 'test';

/** A message to people who must act. It names people and teams, never a key, a token or a place. */
export interface Alert {
  readonly event: AlertEvent;
  readonly team?: string | undefined;
  readonly person?: string | undefined;
  /** The share of a budget that is used, in hundredths. */
  readonly share?: number | undefined;
  readonly text: string;
  /** What the alert is about. It is sent once for each period, whichever gateway notices. */
  readonly about: string;
  readonly period: string;
}

interface AlertRecord {
  readonly period: string;
  readonly at: number;
  readonly alert: Alert;
  /**
   * Until when the gateway that sends it has the time to; undefined once it is sent or given up.
   */
  readonly until?: number | undefined;
}

interface AlertsOptions {
  readonly webhook: WebhookConfiguration;
  readonly state: Pick<SharedState, 'records' | 'exclusively'>;
  readonly clock: Pick<Clock, 'now' | 'schedule'>;
  readonly log: Pick<GatewayLog, 'event' | 'warning'>;
  readonly fetch: typeof fetch;
}

/**
 * Sends alerts to a webhook. Each alert is first noted in the store, so that only one of several
 * gateways sends it, and another continues if that one dies. While the store is down, each gateway
 * sends what it notices.
 */
export class Alerts {
  private readonly waiting = { critical: 0, others: 0 };

  constructor(private readonly options: AlertsOptions) {}

  /** Sends an alert without waiting. If it cannot be delivered, that is logged. */
  raise(alert: Alert): void {
    void this.send(alert);
  }

  /** Sends a test. @returns whether the webhook accepted it at the first attempt. */
  test(): Promise<boolean> {
    const text = 'This is a test from your Locus gateway. Alerts will come here.';
    const alert: Alert = { event: 'test', text, about: 'test', period: '' };
    return this.post(alert, this.options.clock.now()).then((result) => result === 'accepted');
  }

  /** Continues what a gateway was sending when it died, and drops what was sent long ago. */
  async takeOver(): Promise<void> {
    const { records } = this.options.state;
    const now = this.options.clock.now();
    for await (const slice of records.slices(KIND)) {
      const found = slice as readonly AlertRecord[];
      const old = found.filter(({ at }) => now - at > SENT_KEPT_MS);
      if (old.length > 0) {
        await records.remove(
          KIND,
          old.map(({ alert }) => idOf(alert)),
        );
      }
      for (const { until, at, alert } of found) {
        const isLeft = until !== undefined && until < now;
        if (isLeft && now - at <= SENT_KEPT_MS) this.raise(alert);
      }
    }
  }

  private async send(alert: Alert): Promise<void> {
    const { clock, log } = this.options;
    // Better to lose the newest than to fill the memory while nobody takes them. What people can
    // cause, such as a thousand spent budgets, leaves room for what stops everybody.
    const room = OF_PEOPLE.has(alert.event) ? 'others' : 'critical';
    if (this.waiting[room] >= MOST_WAITING) return;
    this.waiting[room] += 1;
    try {
      const at = clock.now();
      const noted = await this.note(alert, at).catch(() => 'unknown' as const);
      if (noted === 'sent') return;
      for (const pauseMs of [...PAUSES_MS, undefined]) {
        const result = await this.post(alert, at);
        if (result === 'accepted' || result === 'rejected' || pauseMs === undefined) {
          if (result === 'accepted') log.event('alert sent', { event: alert.event });
          else log.warning('alert not delivered', { event: alert.event });
          // The record that it is sent, or given up: nobody takes over.
          const { records } = this.options.state;
          if (noted === 'ours')
            await records.put(KIND, idOf(alert), recordOf(alert, at)).catch(() => undefined);
          return;
        }
        await new Promise<void>((resolve) => clock.schedule(pauseMs, resolve));
      }
    } finally {
      this.waiting[room] -= 1;
    }
  }

  private note(alert: Alert, at: number): Promise<'ours' | 'sent'> {
    const { records, exclusively } = this.options.state;
    return exclusively('alerts', async () => {
      const known = (await records.read(KIND, idOf(alert))) as AlertRecord | undefined;
      const isLeft = known?.until !== undefined && known.until < at;
      if (known?.period === alert.period && !isLeft) return 'sent';
      await records.put(KIND, idOf(alert), recordOf(alert, at, at + LEASE_MS));
      return 'ours';
    });
  }

  private async post(alert: Alert, at: number): Promise<'accepted' | 'rejected' | 'failed'> {
    const { url, secret, shape } = this.options.webhook;
    const body = JSON.stringify(SHAPES[shape](alert, at));
    const signature = secret && createHmac('sha256', secret).update(body).digest('hex');
    try {
      const reply = await this.options.fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: {
          'content-type': 'application/json',
          ...(signature && { 'x-locus-signature': `sha256=${signature}` }),
        },
        body,
      });
      await reply.body?.cancel();
      if (reply.ok) return 'accepted';
      // Too many, or too slow: they may take it later.
      return reply.status < 500 && reply.status !== 429 && reply.status !== 408
        ? 'rejected'
        : 'failed';
    } catch {
      return 'failed';
    }
  }
}

function idOf({ event, about }: Alert): string {
  return `${event} ${about}`;
}

function recordOf(alert: Alert, at: number, until?: number): AlertRecord {
  return { period: alert.period, at, alert, ...(until !== undefined && { until }) };
}

/** How each kind of webhook wants it. */
const SHAPES: Readonly<
  Record<WebhookConfiguration['shape'], (alert: Alert, at: number) => object>
> = {
  json: ({ event, team, person, share, text }, at) => ({
    event,
    at: new Date(at).toISOString(),
    account: 'account',
    team,
    person,
    share,
    text,
  }),
  // Names are anybody's: none may call a channel or become a link.
  slack: ({ text }) => ({
    text: text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;' })[sign] ?? '&gt;'),
  }),
  teams: ({ text }) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          version: '1.4',
          body: [{ type: 'TextBlock', wrap: true, text: text.replace(/[[\]*_`\\]/g, '\\$&') }],
        },
      },
    ],
  }),
};

const KIND = 'alert';
/** Until it is given up: twelve minutes later. */
const PAUSES_MS = [1000, 5000, 30_000, 120_000, 600_000];
/** Longer than all attempts take. */
const LEASE_MS = 900_000;
const PATIENCE_MS = 10_000;
const MOST_WAITING = 1000;
const OF_PEOPLE: ReadonlySet<AlertEvent> = new Set(['budget-share', 'token-expiring']);
/** Longer than any period in which an alert is sent once. */
const SENT_KEPT_MS = 62 * DAY_MS;

interface AlertWatchOptions {
  readonly alerts: Pick<Alerts, 'raise' | 'takeOver'>;
  readonly directory: Directory;
  readonly state: Pick<SharedState, 'claims' | 'ledger' | 'records'>;
  readonly isShared: boolean;
  readonly currency: string;
  readonly now: () => number;
}

/** Another gateway's sign of life. */
interface Pulse {
  readonly id: string;
  readonly at: number;
  /** As earlier versions noted that it has ended. */
  readonly isGone?: boolean;
}

/** Notices what people must be alerted to, and puts it into words. */
export class AlertWatch {
  private readonly id = createId('g');
  /** What was raised here, so that the store need not be asked about it at each look. */
  private readonly raised = new Set<string>();
  /** How many alerts of this day are about each budget. */
  private readonly ofBudgets = { day: '', counts: new Map<BudgetScope, number>() };
  private notifiedStop: string | undefined;
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
    const today = this.dayOf(this.options.now());
    const alert: Alert = {
      event: 'budget-share',
      ...(kind === 'person' && { person: name ?? id }),
      ...(kind === 'team' && { team: name ?? id }),
      share,
      text: `${whose} has used ${share} % of the budget for this ${period}: ${amount(used)} of ${amount(limit)} ${of}.`,
      about: `${scope} ${period} ${unit} ${limit} ${share}`,
      period: period === 'day' ? today : today.slice(0, 7),
    };
    if (this.raised.has(keyOf(alert)) || this.hasEnough(scope, today)) return;
    this.raise(alert);
  }

  /** A program that changes a budget again and again would otherwise cause any number of alerts. */
  private hasEnough(scope: BudgetScope, today: string): boolean {
    const { day, counts } = this.ofBudgets;
    if (day !== today) counts.clear();
    this.ofBudgets.day = today;
    const count = counts.get(scope) ?? 0;
    counts.set(scope, count + 1);
    return count >= MOST_OF_BUDGET;
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

  /** Watches for a refused provider's key and for used-up credits. */
  watch(activity: Engine['activity']): void {
    activity.subscribe(({ stoppedBy }) => {
      if (stoppedBy === this.notifiedStop) return;
      this.notifiedStop = stoppedBy;
      if (stoppedBy === 'key-refused') {
        this.raiseHourly('provider-key-refused', 'The service refuses the gateway’s key.');
      } else if (stoppedBy === 'out-of-credits') {
        this.raiseHourly('out-of-credits', 'The credits at the service are used up.');
      }
    });
  }

  /** Looks for everything else. Call it every half minute. Rejects while the store is down. */
  async look(): Promise<void> {
    const { alerts, isShared, now } = this.options;
    if (isShared) await this.lookForOthers();
    this.lookAtTokens();
    await this.lookAtScores();
    if (now() - this.lookedAt < SELDOM_MS) return;
    this.lookedAt = now();
    await alerts.takeOver();
  }

  private async lookAtScores(): Promise<void> {
    const alert = {
      event: 'unknown-scores' as const,
      about: 'scores',
      period: this.dayOf(this.options.now()),
    };
    if (this.raised.has(keyOf(alert))) return;
    const unknown = (await this.options.state.claims.unknown()).length;
    if (unknown < MANY_UNKNOWN) return;
    this.raise({
      ...alert,
      text: `${unknown.toLocaleString('en')} scores may have been charged without an answer. Look at Scores on the administration page.`,
    });
  }

  /** Reports that this gateway ends as planned, so that nobody is alerted. */
  async leave(): Promise<void> {
    const { isShared, state } = this.options;
    if (isShared) await state.records.remove(PULSE, [this.id]);
  }

  private lookAtTokens(): void {
    const { directory, now } = this.options;
    for (const {
      expiresAt = Infinity,
      createdAt,
      revokedAt,
      isSession,
      person,
    } of directory.tokens) {
      const leftMs = expiresAt - now();
      if (revokedAt !== undefined || isSession === true || leftMs < 0 || leftMs > SOON_MS) continue;
      // A token that was made for a day ends as its owner meant it to.
      if (expiresAt - createdAt <= DAY_MS) continue;
      const name = directory.identityOf(directory.person(person))?.person.name;
      if (name === undefined) continue;
      // Its label is that person's own words, and they may make many: one alert for each day.
      this.raise({
        event: 'token-expiring',
        person: name,
        text: `A token of ${name} expires on ${this.dayOf(expiresAt)}.`,
        about: person,
        period: this.dayOf(expiresAt),
      });
    }
  }

  private async lookForOthers(): Promise<void> {
    const { now, state } = this.options;
    await state.records.put(PULSE, this.id, { id: this.id, at: now() });
    for await (const slice of state.records.slices(PULSE)) {
      const gone = (slice as readonly Pulse[]).filter(
        ({ at, isGone }) => isGone === true || now() - at >= LOST_MS,
      );
      for (const { id, at, isGone } of gone) {
        if (isGone === true) continue;
        const since = new Date(at).toISOString().slice(11, 16);
        const text = `A gateway hasn’t reported since ${since} UTC. The others are still running.`;
        this.raise({ event: 'replica-lost', text, about: id, period: '' });
      }
      if (gone.length > 0) {
        await state.records.remove(
          PULSE,
          gone.map(({ id }) => id),
        );
      }
    }
  }

  private dayOf(time: number): string {
    return this.options.state.ledger.calendar.dayOf(time);
  }

  private raiseHourly(event: Alert['event'], text: string): void {
    const hour = new Date(this.options.now()).toISOString().slice(0, 13);
    this.raise({ event, text, about: '', period: hour });
  }

  private raise(alert: Alert): void {
    const own = keyOf(alert);
    if (this.raised.has(own)) return;
    if (this.raised.size >= MOST_RAISED) this.raised.clear();
    this.raised.add(own);
    this.options.alerts.raise(alert);
  }
}

function keyOf({ event, about, period }: Pick<Alert, 'event' | 'about' | 'period'>): string {
  return `${event} ${about} ${period}`;
}

const PULSE = 'gateway';
const SOON_MS = 7 * DAY_MS;
const LOST_MS = 120_000;
const MANY_UNKNOWN = 10;
const SELDOM_MS = 600_000;
const MOST_RAISED = 10_000;
/** Twice what a budget that nobody changes can cause: three shares of day and month, calls and price. */
const MOST_OF_BUDGET = 24;
/** How often `look` is called. */
export const LOOK_MS = 30_000;
