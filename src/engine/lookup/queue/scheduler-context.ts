import type { ActivityCounter } from '../activity';
import type { Clock } from '../../async/clock';
import type { CompleteEngineOptions } from '../engine-options';
import type { AdmissionControl, QueuedCalls } from '../limits/admission-control';
import type { CircuitBreaker } from '../limits/circuit-breaker';
import type { Pause } from '../pause';
import type { CallKind } from '../source';
import type { HeldPlan } from '../spending';
import type { Accounts } from './accounts';
import type { CallTarget } from './pending-questions';
import type { Queue } from './queue';
import type { QuestionSettler } from './question-settler';

/** What a scheduler shares with its parts. */
export interface SchedulerContext extends SchedulerParts {
  readonly kind: CallKind;
  readonly queue: Queue;
  readonly accounts: Accounts;
  /** Whether the service is unreachable, so that nothing is sent. */
  isLost(): boolean;
  /** Something that held calls back no longer does. */
  wake(): void;
}

/** What a scheduler needs of the engine. */
export interface SchedulerParts {
  readonly options: CompleteEngineOptions;
  readonly admissionControl: AdmissionControl;
  readonly pause: Pause;
  readonly settler: QuestionSettler;
  readonly counter: ActivityCounter;
  readonly breaker: CircuitBreaker;
  readonly engine: SchedulerOwner;
}

/** The engine, which has a scheduler for each kind of call. */
export interface SchedulerOwner {
  /** The calls that wait in all schedulers. */
  readonly queued: QueuedCalls;
  /** Nothing more may be sent until a person acts. */
  onStopped(code: 'key-refused' | 'out-of-credits'): void;
  /** The trial call with a refused key has ended. */
  onProbed(): void;
  /** The service asked for no calls until then, in elapsed milliseconds. */
  onRetryAfter(until: number): void;
  /** The queued calls need a person's approval before they may leave. */
  onHeld(reason: HeldPlan['reason']): void;
  /** These targets were asked under a service, an account or a day that is no longer current. */
  onOutdated(targets: readonly CallTarget[]): void;
  /** Settles the questions that have been answered without a call of ours. */
  onLearnt(target: CallTarget): void;
}

/** One timer, which runs at the earliest of the times requested. */
export class EarliestTimer {
  private dueAt = Number.POSITIVE_INFINITY;
  private cancel: (() => void) | undefined = undefined;

  constructor(
    private readonly clock: Clock,
    private readonly run: () => void,
  ) {}

  get isSet(): boolean {
    return this.cancel !== undefined;
  }

  /** @param ms Infinity for never: something else will set it. */
  in(ms: number): void {
    const dueAt = this.clock.elapsed() + ms;
    if (dueAt >= this.dueAt) return;
    this.cancel?.();
    this.dueAt = dueAt;
    this.cancel = this.clock.schedule(ms, () => {
      this.cancel = undefined;
      this.dueAt = Number.POSITIVE_INFINITY;
      this.run();
    });
  }

  stop(): void {
    this.cancel?.();
    this.cancel = undefined;
    this.dueAt = Number.POSITIVE_INFINITY;
  }
}
