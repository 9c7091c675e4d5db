import { createCellRegister } from '../../src/addin/functions/problems';
import { LOCATTR } from '../../src/addin/functions/functions';
import { createFormulas } from '../../src/addin/functions/formulas';
import { provideFunctions } from '../../src/addin/functions/host-promise';
import { createEngine } from '../../src/engine/lookup';
import type { Clock, Source } from '../../src/engine/lookup';
import { size } from './size';

/**
 * What the functions cost a host that calls them 100,000 times in one task, beside a bare async
 * function that reads the same three arguments. scripts/bench/invocations.mjs prints it.
 *
 * The task ends with the promises that it settles itself; whatever is put off to later turns is the
 * rest. Bare and ours take turns in one process, so that a noisy minute hits both.
 */
interface InvocationFigures {
  readonly cells: number;
  readonly rounds: readonly InvocationRound[];
}

/** Milliseconds of the processor. */
interface InvocationRound {
  readonly bareMs: number;
  readonly taskMs: number;
  /** All tasks together, until each cell has its value, which a source gives at once. */
  readonly wholeMs: number;
}

interface Cell {
  readonly lat: number[][];
  readonly lng: number[][];
  readonly variables: string[][];
  readonly invocation: CustomFunctions.CancelableInvocation;
}

type CustomFunction = (
  lat: unknown[][],
  lng: unknown[][],
  variables: unknown[][],
  invocation: CustomFunctions.CancelableInvocation,
) => Promise<unknown[][]>;

const CELLS = size(100_000, 500);
const WARM_UPS = size(2, 0);
const ROUNDS = size(5, 1);
const NAMES = ['w_pop_tt', 'p_health_hp_np', 'p_retail_gc_np', 'w_pop_tt_500'];

async function measure(): Promise<InvocationFigures> {
  const rounds: InvocationRound[] = [];
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    const page = new Page();
    provideFunctions(
      createFormulas({
        engine: createEngine({ source: SOURCE, clock: page, random: () => 0.5, limits: NO_LIMITS }),
        clock: page,
        problems: createCellRegister(page),
        cellError: (kind, message) => ({ kind, message }),
        modelId: () => undefined,
      }),
    );
    // A host passes objects of its own at each call.
    const bareMs = await taskOf(bare, table());
    const results: Promise<unknown[][]>[] = [];
    const start = cpuMs();
    const taskMs = await taskOf(LOCATTR, table(), results);
    await page.run();
    await Promise.all(results);
    if (round >= 0) rounds.push({ bareMs, taskMs, wholeMs: cpuMs() - start });
  }
  return { cells: CELLS, rounds };
}

async function bare(
  lat: unknown[][],
  lng: unknown[][],
  variables: unknown[][],
): Promise<unknown[][]> {
  const place = Number(lat[0]?.[0]) + Number(lng[0]?.[0]);
  return [[place + String(variables[0]?.[0]).length]];
}

/** From the first call until all that the task settles by itself is settled. */
async function taskOf(
  run: CustomFunction,
  cells: readonly Cell[],
  results: Promise<unknown[][]>[] = [],
): Promise<number> {
  globalThis.gc?.();
  await nextTask();
  const start = cpuMs();
  for (const { lat, lng, variables, invocation } of cells) {
    results.push(run(lat, lng, variables, invocation));
  }
  await nextTask();
  return cpuMs() - start;
}

/** Milliseconds of the processor, so that other processes do not count. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function table(): readonly Cell[] {
  return Array.from({ length: CELLS }, (_, index) => ({
    lat: [[12 + Math.floor(index / NAMES.length) / 100_000]],
    lng: [[77.5]],
    variables: [[NAMES[index % NAMES.length] ?? '']],
    invocation: new HostInvocation('LOCATTR', `Sheet1!A${index + 1}`),
  }));
}

/** As Microsoft's script makes them. */
class HostInvocation implements CustomFunctions.CancelableInvocation {
  private handler: (() => void) | undefined;

  constructor(
    readonly functionName: string,
    readonly address: string,
  ) {}

  get onCanceled(): () => void {
    return this.handler as () => void;
  }

  set onCanceled(handler: () => void) {
    this.handler = handler;
  }
}

/** The genuine time; what is scheduled for later waits until the task has been measured. */
class Page implements Clock {
  private tasks: (() => void)[] = [];

  now(): number {
    return Date.now();
  }

  elapsed(): number {
    return performance.now();
  }

  today(): string {
    return '2026-11-21';
  }

  schedule(_ms: number, run: () => void): () => void {
    const task = { run: run as (() => void) | undefined };
    this.tasks.push(() => task.run?.());
    return () => (task.run = undefined);
  }

  async run(): Promise<void> {
    for (let tasks = this.tasks; tasks.length > 0; tasks = this.tasks) {
      this.tasks = [];
      for (const task of tasks) {
        task();
        await nextTask();
      }
    }
  }
}

const SOURCE: Source = {
  scope: () => 'bench',
  refusal: () => undefined,
  lookup: ({ names }) =>
    Promise.resolve({ kind: 'answered', values: new Map(names.map((name) => [name, 1])) }),
  score: () => Promise.reject(new Error('Nobody asks for a score here.')),
};

const NO_LIMITS = { approvalThreshold: 1_000_000, dailyBudget: 1_000_000 };

void measure().then((figures) => console.log(JSON.stringify(figures)));
