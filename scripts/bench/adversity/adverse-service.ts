import type { LookupReply } from '../../../src/engine/lookup';
import { createChance } from '../chance';
import type { Callee } from '../contender';
import { rightValue } from '../service';
import type { VirtualClock } from '../virtual-clock';
import { SILENCE } from './admission';
import type { Admission, Chance } from './admission';

/** A service that gives everyone a hard time; made anew for every run. */
export interface AdverseModel {
  /** Connections of each client; more calls wait for a free one, as they do in a browser. */
  readonly slots: number;
  /** Milliseconds of work in a call that is taken, and in one that is refused. */
  readonly latency: (chance: Chance, working?: number) => number;
  readonly refusalMs: number;
  /** Calls it works on at once; others wait inside, and their latency grows. @default no end */
  readonly workers?: number;
  readonly admission: (chance: Chance) => Admission;
  /** What of it no schedule could avoid. @default all of it */
  readonly unavoidable?: (chance: Chance) => Admission;
}

export interface AdverseCall {
  readonly client: number;
  readonly startedAt: number;
  endedAt: number;
  readonly isRefused: boolean;
  readonly retryAfterMs: number;
}

export class AdverseService {
  readonly calls: AdverseCall[] = [];
  private readonly admission: Admission;
  private readonly chance: Chance;
  private readonly queue: (() => void)[] = [];
  private working = 0;

  constructor(
    private readonly model: AdverseModel,
    seed: number,
    private readonly clock: VirtualClock,
  ) {
    this.admission = model.admission(createChance(seed * 7919 + 1));
    this.chance = createChance(seed * 7919 + 2);
  }

  /** The service as one client reaches it, over connections of its own. */
  client(client: number): Callee {
    let busy = 0;
    const line: (() => void)[] = [];
    return {
      slots: this.model.slots,
      call: (lat, lng, names, signal) =>
        new Promise((resolve) => {
          const open = (): void => {
            busy += 1;
            let hasEnded = false;
            const end = (failure: LookupReply | undefined): void => {
              if (hasEnded) return;
              hasEnded = true;
              busy -= 1;
              resolve(failure ?? answer(lat, lng, names));
              line.shift()?.();
            };
            signal?.addEventListener('abort', () => end(SILENCE));
            this.take(client, end);
          };
          if (busy < this.model.slots) open();
          else line.push(open);
        }),
    };
  }

  private take(client: number, end: (failure: LookupReply | undefined) => void): void {
    const startedAt = this.clock.elapsed();
    const refusal = this.admission.refusal(startedAt, client);
    const call: AdverseCall = {
      client,
      startedAt,
      endedAt: Number.POSITIVE_INFINITY,
      isRefused: refusal !== undefined,
      retryAfterMs: refusal?.retryAfterMs ?? 0,
    };
    this.calls.push(call);
    const finish = (): void => {
      call.endedAt = this.clock.elapsed();
      end(refusal);
    };
    if (refusal === undefined) this.work(finish);
    else if (refusal.code === SILENCE.code) this.clock.schedule(SILENT_MS, finish);
    else this.clock.schedule(this.model.refusalMs, finish);
  }

  private work(finish: () => void): void {
    const begin = (): void => {
      this.working += 1;
      this.clock.schedule(this.model.latency(this.chance, this.working), () => {
        this.working -= 1;
        finish();
        this.queue.shift()?.();
      });
    };
    if (this.working < (this.model.workers ?? Number.POSITIVE_INFINITY)) begin();
    else this.queue.push(begin);
  }
}

/** How long anyone waits for a reply that does not come. */
const SILENT_MS = 30_000;

function answer(lat: number, lng: number, names: readonly string[]): LookupReply {
  return {
    kind: 'answered',
    values: new Map(names.map((name) => [name, rightValue(lat, lng, name)])),
  };
}
