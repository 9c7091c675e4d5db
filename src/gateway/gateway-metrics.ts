import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ActivitySnapshot } from '../engine/lookup';
import type { TeamEngine } from './team-engine';
import type { Backlog } from './backlog';

/** What is counted for monitoring. No label holds a person, a place or a token. */
export class GatewayMetrics {
  readonly registry = new Registry();
  readonly refusedTokens = this.counter('refused_tokens_total', 'Tokens that were not valid');
  readonly bulkQuestions = this.counter('bulk_questions_total', 'Questions that came in bulk');
  /** `why`: too many in `all`, or from one `address`. */
  readonly refused = this.counter('refused_connections_total', 'Connections refused', 'why');
  /** `why`: the client did not read (`stalled`), or asked for too much at once (`pipelined`). */
  readonly cut = this.counter('cut_connections_total', 'Connections cut', 'why');
  /** `why`: too much waited for one `person`, or in `all`. */
  readonly refusedWaiting = this.counter(
    'refused_waiting_total',
    'Requests refused because too much waited',
    'why',
  );
  private readonly requests = this.counter(
    'requests_total',
    'Requests by route and status',
    ...['route', 'status'],
  );
  private readonly seconds = new Histogram({
    name: 'locus_gateway_request_seconds',
    help: 'How long requests took',
    labelNames: ['route'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 25],
    registers: [this.registry],
  });
  private readonly children = new Map<string, { inc(): void }>();
  private readonly timers = new Map<string, { observe(value: number): void }>();

  /** Registers gauges that read the engine's activity at each scrape. */
  watch(
    snapshot: () => ActivitySnapshot,
    team: Pick<TeamEngine, 'oldestCallMs' | 'isServiceSilent' | 'isStoreDown' | 'hasForgotten'>,
  ): void {
    this.total('calls_total', 'Calls to the service', () => snapshot().callsMade);
    this.total(
      'calls_spent_total',
      'Calls that may have been charged',
      () => snapshot().callsSpent + snapshot().callsUnanswered,
    );
    this.gauge('calls_in_flight', 'Calls in flight', () => snapshot().callsInFlight);
    this.total('calls_saved_total', 'Calls saved', () => snapshot().callsSaved);
    this.gauge('questions_waiting', 'Questions not sent', () => snapshot().waiting);
    this.gauge('upstream_stopped', '1 while the service refuses the key, or answers nothing', () =>
      Number(snapshot().stoppedBy !== undefined || team.isServiceSilent),
    );
    this.gauge('store_down', '1 while the store takes nothing, or has forgotten', () =>
      Number(team.isStoreDown || team.hasForgotten),
    );
    this.gauge(
      'oldest_call_seconds',
      'How long the oldest call in flight has waited',
      () => team.oldestCallMs / 1000,
    );
    this.gauge('memory_bytes', 'Resident memory', () => process.memoryUsage.rss());
    this.gauge('heap_bytes', 'Heap in use', () => process.memoryUsage().heapUsed);
  }

  answered(route: string, status: number, ms: number): void {
    const key = `${route} ${status}`;
    let child = this.children.get(key);
    if (child === undefined) {
      child = this.requests.labels({ route, status: String(status) });
      this.children.set(key, child);
    }
    child.inc();
    let timer = this.timers.get(route);
    if (timer === undefined) this.timers.set(route, (timer = this.seconds.labels({ route })));
    timer.observe(ms / 1000);
  }

  watchWaiting(waiting: () => Backlog['waiting']): void {
    this.gauge('waiting_values', 'Values that requests wait for', () => waiting().values);
    this.gauge('waiting_people', 'People who wait for values', () => waiting().people);
  }

  private counter(name: string, help: string, ...labelNames: string[]): Counter {
    return new Counter({
      name: `locus_gateway_${name}`,
      help,
      labelNames,
      registers: [this.registry],
    });
  }

  /** A count that is kept elsewhere. */
  private total(name: string, help: string, read: () => number): void {
    new Counter({
      name: `locus_gateway_${name}`,
      help,
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }

  private gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name: `locus_gateway_${name}`,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }
}
