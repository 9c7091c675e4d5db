import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../engine/lookup';
import { ConfigurationError } from './configuration-error';
import type { GatewayLog } from './gateway-log';
import { readSecretFile } from './secret-file';
import { isSafeAddress } from './sign-in/sign-in-configuration';
import type { SharedState } from './state/shared-state';

/** Where alerts go, and in which shape. */
export interface WebhookConfiguration {
  /** Knowing it is enough to write there, so it is shown nowhere. */
  readonly url: string;
  /** Signs what is sent; undefined: nothing is signed. */
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

/** What somebody is called for. It names people and teams, and never a key, a token or a place. */
export interface Alert {
  readonly event: AlertEvent;
  readonly team?: string | undefined;
  readonly person?: string | undefined;
  /** In hundredths of a budget. */
  readonly share?: number | undefined;
  /** A sentence for people. */
  readonly text: string;
  /** What it is about. Together with the period it is sent once, whichever gateway notices. */
  readonly about: string;
  readonly period: string;
}

interface AlertRecord {
  readonly period: string;
  readonly at: number;
  readonly alert: Alert;
  /** Until when the gateway that sends it has the time to; undefined once it is sent or given up. */
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
 * Calls people for help by a webhook. Each alert is noted in the store before it is sent, so that of
 * several gateways one sends it, once in its period; if that one dies on the way, another goes on.
 * While the store is down nothing can be noted, and each gateway sends what it notices.
 */
export class Alerts {
  private waiting = 0;

  constructor(private readonly options: AlertsOptions) {}

  /** Nobody waits for it; what cannot be delivered is logged. */
  raise(alert: Alert): void {
    void this.send(alert);
  }

  /** @returns whether the webhook took it, at the first try. */
  test(): Promise<boolean> {
    const text = 'This is a test from your Locus gateway. Alerts will come here.';
    const alert: Alert = { event: 'test', text, about: 'test', period: '' };
    return this.post(alert, this.options.clock.now()).then((result) => result === 'taken');
  }

  /** Goes on with what a gateway that has died was sending. */
  async takeOver(): Promise<void> {
    const { records } = this.options.state;
    const found = (await records.load(KIND)) as readonly AlertRecord[];
    const isLeft = ({ until }: AlertRecord): boolean =>
      until !== undefined && until < this.options.clock.now();
    for (const { alert } of found.filter(isLeft)) this.raise(alert);
  }

  private async send(alert: Alert): Promise<void> {
    const { clock, log } = this.options;
    // Better to lose the newest than to fill the memory while nobody takes them.
    if (this.waiting >= MOST_WAITING) return;
    this.waiting += 1;
    try {
      const at = clock.now();
      const noted = await this.note(alert, at).catch(() => 'unknown' as const);
      if (noted === 'sent') return;
      for (const pauseMs of [...PAUSES_MS, undefined]) {
        const result = await this.post(alert, at);
        if (result === 'taken' || result === 'refused' || pauseMs === undefined) {
          if (result === 'taken') log.event('alert sent', { event: alert.event });
          else log.warning('alert not delivered', { event: alert.event });
          if (noted === 'ours') await this.finish(alert, at).catch(() => undefined);
          return;
        }
        await new Promise<void>((resolve) => clock.schedule(pauseMs, resolve));
      }
    } finally {
      this.waiting -= 1;
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

  private finish(alert: Alert, at: number): Promise<void> {
    return this.options.state.records.put(KIND, idOf(alert), recordOf(alert, at));
  }

  private async post(alert: Alert, at: number): Promise<'taken' | 'refused' | 'failed'> {
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
      if (reply.ok) return 'taken';
      // Too many, or too slow: they may take it later.
      return reply.status < 500 && reply.status !== 429 && reply.status !== 408
        ? 'refused'
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
