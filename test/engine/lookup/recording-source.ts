import type {
  CallKind,
  CancelSignal,
  Clock,
  LookupCall,
  LookupErrorCode,
  LookupReply,
  ScoreCall,
  ScoreReply,
  Source,
} from '../../../src/engine/lookup';

/** A service that answers after a while, records every call, and does what the test tells it. */
export class RecordingSource implements Source {
  readonly lookups: LookupCall[] = [];
  readonly scores: ScoreCall[] = [];
  readonly signals: CancelSignal[] = [];
  account = 'demo';
  refusalCode: LookupErrorCode | undefined;
  inFlight = 0;
  mostInFlight = 0;
  latencyMs = 100;
  onLookup: (call: LookupCall) => LookupReply | Promise<LookupReply> = (call) => valuesFor(call);
  onScore: (call: ScoreCall) => ScoreReply | Promise<ScoreReply> = (call) => ({
    kind: 'answered',
    value: call.model.length,
  });

  constructor(private readonly clock: Clock) {}

  /** Each call as text: the place, then its names. */
  get calls(): string[] {
    return this.lookups.map((call) => `${call.place.key}: ${call.names.join(',')}`);
  }

  scope(_kind: CallKind): string {
    return this.account;
  }

  refusal(_kind: CallKind): LookupErrorCode | undefined {
    return this.refusalCode;
  }

  lookup(call: LookupCall, signal: CancelSignal): Promise<LookupReply> {
    this.lookups.push(call);
    return this.answer(() => this.onLookup(call), signal);
  }

  score(call: ScoreCall, signal: CancelSignal): Promise<ScoreReply> {
    this.scores.push(call);
    return this.answer(() => this.onScore(call), signal);
  }

  private async answer<T>(reply: () => T | Promise<T>, signal: CancelSignal): Promise<T> {
    this.signals.push(signal);
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    await new Promise<void>((resolve) => this.clock.schedule(this.latencyMs, resolve));
    this.inFlight -= 1;
    return reply();
  }
}

/** A different value for each place and name, so that a mix-up shows. */
export function valueOf(placeKey: string, name: string): number {
  let hash = 7;
  for (const character of `${placeKey}/${name}`) {
    hash = (hash * 31 + character.charCodeAt(0)) % 1_000_003;
  }
  return hash;
}

export function valuesFor(call: LookupCall): LookupReply {
  return {
    kind: 'answered',
    values: new Map(call.names.map((name) => [name, valueOf(call.place.key, name)])),
  };
}
