export type { Admission, CountsAs, CallUse, ProposedCall, Reservation } from './admission';
export type { Activity, ActivitySnapshot, RunCounts } from './activity';
export { OneShotSignal, createCancellation } from '../async/cancellation';
export type { CancelSignal, Cancellation } from '../async/cancellation';
export type { Claim, ClaimEnd, Claims, OwnClaim, OtherClaim } from './claims';
export { type CancelScheduled, type Clock, withTimeout } from '../async/clock';
export type { AskOptions, Engine } from './engine';
export type {
  AdvanceApproval,
  FirstReason,
  HeldPlan,
  Spending,
  SpendingLimits,
  SpentCalls,
} from './spending';
export { planOf } from './spending';
export type { Plan } from './spending';
export { isOfTheFuture } from './cache/answer-store';
export type { Tier } from './cache/tier-reader';
export {
  LOOKUP_ERROR_CODES,
  type LookupError,
  type LookupErrorCode,
  type Failed,
  type Found,
  type Missing,
  type Origin,
  type Outcome,
  type Refused,
} from './outcome';
export { lazy } from '../async/lazy';
export { ListenerSet } from '../async/listener-set';
export { addressPlace, coordinatePlace } from './place';
export type { AddressPlace, CoordinatePlace, Place } from './place';
export type { OutcomeListener } from './queue/askers';
export { customVariablesKey } from './question';
export type {
  AttributeQuestion,
  CustomValue,
  CustomVariables,
  Question,
  ScoreQuestion,
} from './question';
export { targetKey } from './question-target';
export type {
  CallKind,
  Reachability,
  LookupCall,
  LookupReply,
  ScoreCall,
  ScoreReply,
  Source,
  SourceFailure,
  SourceFailureCode,
} from './source';
export { createSerialQueue } from '../async/serial-queue';
export { createSlicer, eachInSlices, SLICE_MS, TimeSlicer } from '../async/time-slicer';
export type { Slicer, Work } from '../async/time-slicer';
export { createEngine } from './create-engine';
export { budgetDay, callsIn, countedMinutes, minuteOf, withCalls } from './limits/budget-period';
export type { CallMinutes } from './limits/budget-period';
export { AdaptiveRateLimiter } from './limits/adaptive-rate-limiter';
export type { CallLimiter, RateLimiterOptions } from './limits/call-limiter';
export type { AdjustableOptions, EngineOptions } from './engine-options';
export type { AnswerStore, StoredAnswer, StoredEntry, StoreSize } from './cache/answer-store';
