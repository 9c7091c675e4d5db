import { Hono } from 'hono';
import { createAnswers, type UnknownNames } from './answers';
import { createCounters, type CountersSnapshot } from './counters';
import { createCredits } from './credits';
import { createFaultControl, type FaultControl } from './fault-control';
import type { SampleAtlas } from './sample-atlas';
import { createSampleCalls } from './sample-calls';
import { createSampleControls } from './sample-controls';
import type { SampleEnvironment } from './sample-environment';

/** The service's contract, answered from open data, with faults on request. */
export interface SampleService {
  /** Serves both operations and `/sample`, its own pages and controls. */
  readonly app: Hono<SampleEnvironment>;
  /** The faults that any call may meet, as set by `POST /sample/faults`. */
  readonly faults: FaultControl;
  stats(): SampleStats;
  /** Resets counters, credits and faults. */
  reset(): void;
}

export interface SampleStats extends CountersSnapshot {
  /** What each demonstration key has left. */
  readonly credits: Readonly<Record<string, number>>;
}

export interface SampleServiceOptions {
  readonly atlas: SampleAtlas;
  /** Epoch milliseconds. */
  now(): number;
  /** The day used for a score without a date, `YYYY-MM-DD`. */
  today(): string;
  /** Settles after that many milliseconds, or when the signal is aborted. */
  delay(ms: number, signal: AbortSignal): Promise<void>;
  /** How long every answer takes, before faults. @default 0 */
  readonly delayMs?: number;
  /** What happens to unknown names. @default 'absent' */
  readonly unknownNames?: UnknownNames;
  /** For faults that hit only a share of the calls. @default 1 */
  readonly seed?: number;
}

/** Creates the service. Nothing of it listens until its `app` is served. */
export function createSampleService(options: SampleServiceOptions): SampleService {
  const { atlas, delayMs = 0, unknownNames = 'absent', seed = 1 } = options;
  const credits = createCredits();
  const counters = createCounters();
  const faults = createFaultControl(seed);
  const answers = createAnswers({
    ...atlas,
    credits,
    counters,
    today: () => options.today(),
  });

  const stats = (): SampleStats => ({ ...counters.snapshot(), credits: credits.left() });
  const reset = (): void => {
    counters.reset();
    credits.reset();
    faults.reset();
  };

  const app = new Hono<SampleEnvironment>();
  app.route('/', createSampleControls({ control: faults, stats, reset }));
  app.route(
    '/',
    createSampleCalls({
      answers,
      counters,
      control: faults,
      now: () => options.now(),
      delay: (ms, signal) => options.delay(ms, signal),
      delayMs,
      unknownNames,
    }),
  );
  return { app, faults, stats, reset };
}
