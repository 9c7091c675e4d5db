import { createHash } from 'node:crypto';
import { uptime } from 'node:os';
import { join } from 'node:path';
import type { Configuration } from '../configuration';
import type { GatewayLog } from '../gateway-log';
import { openRedisState } from '../redis/redis-state';
import { openLmdbState } from './lmdb-state';
import type { SharedAddress } from '../redis/shared-address';
import type { OnShareSpent, SpentShare } from './call-ledger';
import type { SharedState } from './shared-state';
import { DAY_MS } from '../../node/calendar';

export interface OpenStateOptions {
  readonly configuration: Configuration;
  readonly negativeFreshMs: number;
  readonly log: GatewayLog;
  readonly on: StateEvents;
}

/** What somebody may have to be called for. */
export interface StateEvents {
  shareSpent: OnShareSpent;
  forgot: () => void;
  down: () => void;
}

/** Opens the store that the configuration names: a shared one, or this gateway's own folder. */
export function openState(options: OpenStateOptions): Promise<SharedState> {
  const { configuration, negativeFreshMs, log, on } = options;
  const { shared, keepAnswersMs: freshMs, staleMs, keepCountsMs } = configuration;
  const machine = { elapsedMs: () => performance.now(), uptimeMs: () => uptime() * 1000 };
  const onJump = (byMs: number): void => {
    const hours = Math.round(byMs / 3_600_000);
    log.warning('the clock has jumped: refused. If it is right, restart', { hours });
  };
  const always = {
    calendar: configuration.calendar,
    keepAnswersMs: freshMs + staleMs,
    keepCountsMs,
    patienceMs: PATIENCE_MS,
    onShareSpent: (scope: string, spent: SpentShare) => {
      if (spent.share >= 80) log.warning('budget nearly spent', { scope, ...spent });
      on.shareSpent(scope, spent);
    },
    onForgot: () => {
      log.warning('the store has forgotten: nothing is sent', {});
      on.forgot();
    },
    onChange: (isUp: boolean) => {
      const store = shared === undefined ? 'disk' : 'shared store';
      if (isUp) log.event(`${store} is back`);
      else log.warning(`${store} is down`, {});
      if (!isUp) on.down();
    },
  };
  return shared === undefined
    ? openLmdbState({
        ...always,
        folder: configuration.dataFolder,
        now: createSteadyTime({ ...machine, wall: () => Date.now(), onJump }),
      })
    : openRedisState({
        ...always,
        ...shared,
        uptimeMs: machine.uptimeMs,
        onJump,
        onWarning: (name, facts) => log.warning(name, facts),
        freshMs,
        negativeFreshMs,
        maxConcurrency: configuration.upstreamConcurrency,
        random: Math.random,
        seenFile: seenFile(configuration.dataFolder, shared.address),
        onUnseen: () => log.warning('the store’s mark cannot be kept in the data folder', {}),
      });
}

/** One for each store that gateways with this folder have used. */
function seenFile(folder: string, { shown, database }: SharedAddress): string {
  const name = createHash('sha256').update(`${shown} ${database}`).digest('hex').slice(0, 16);
  return join(folder, `seen-${name}.json`);
}

/** How long a process that was told to end has to do so, and a server to answer. */
const PATIENCE_MS = 10_000;

/**
 * The machine's time, unless it jumps by more than a day against a clock that cannot be set: each
 * jump would begin another budget. If the jump was right, a restart takes it.
 */
export function createSteadyTime(parts: SteadyTimeParts): () => number {
  const { wall, elapsedMs, uptimeMs, onJump } = parts;
  const began = wall();
  const [beganElapsed, beganUptime] = [elapsedMs(), uptimeMs()];
  let hasJumped = false;
  // Every value of an answer is compared with the time, a dozen within one millisecond.
  let latest = { wall: Number.NaN, time: 0 };
  return () => {
    const now = wall();
    if (now === latest.wall) return latest.time;
    let steady = began + elapsedMs() - beganElapsed;
    // A machine that slept has not jumped.
    if (isJump(now, steady)) steady = began + uptimeMs() - beganUptime;
    const isOff = isJump(now, steady);
    if (isOff && !hasJumped) onJump(now - steady);
    hasJumped = isOff;
    latest = { wall: now, time: isOff ? steady : now };
    return latest.time;
  };
}

interface SteadyTimeParts {
  /** Epoch milliseconds. */
  readonly wall: () => number;
  /** Cheap to read; may stand still while the machine sleeps. */
  readonly elapsedMs: () => number;
  /** Counts sleep, too. */
  readonly uptimeMs: () => number;
  readonly onJump: (byMs: number) => void;
}

function isJump(now: number, expected: number): boolean {
  return Math.abs(now - expected) > DAY_MS;
}
