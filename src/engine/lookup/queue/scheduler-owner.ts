import type { ActivityCounter } from '../activity';
import type { CompleteEngineOptions } from '../engine-options';
import type { AdmissionControl, QueuedCalls } from '../limits/admission-control';
import type { CallLimiter } from '../limits/call-limiter';
import type { CircuitBreaker } from '../limits/circuit-breaker';
import type { Pause } from '../pause';
import type { HeldPlan } from '../spending';
import type { CallTarget, PendingQuestion } from './pending-questions';
import type { QuestionSettler } from './question-settler';

/** The engine, which has a scheduler for each kind of call. */
export interface SchedulerOwner {
  readonly options: CompleteEngineOptions;
  readonly admissionControl: AdmissionControl;
  readonly pausing: Pause;
  readonly settler: QuestionSettler;
  readonly counter: ActivityCounter;
  readonly breaker: CircuitBreaker;
  /** One for each kind of call. */
  readonly eachScheduler: readonly { readonly limiter: CallLimiter; wake(): void }[];
  /** The calls that wait in all schedulers. */
  readonly queued: QueuedCalls;
  /** Nothing more may be sent until a person acts. */
  onStopped(code: 'key-refused' | 'out-of-credits'): void;
  /** The queued calls, and these questions, need a person's approval before they may leave. */
  onHeld(reason: HeldPlan['reason'], also?: readonly PendingQuestion[]): void;
  /** These targets were asked under a service, an account or a day that is no longer current. */
  onOutdated(targets: readonly CallTarget[]): void;
  /** Settles the questions that have been answered without a call of ours. */
  onLearnt(target: CallTarget): void;
}
