import { ownField } from '../engine/contract/json-checks';
import type { CallKind } from '../engine/lookup';
import { parseFaults, type Faults } from './faults';

/** Faults for calls that cannot request them, such as the add-in's own. */
export interface FaultControl {
  /**
   * Reads `{fault, rate?, count?, after?, operation?}`. Returns a sentence if something is wrong.
   */
  set(json: unknown): string | undefined;
  /** The faults of the next call. */
  next(kind: CallKind): Faults;
  reset(): void;
}

interface ActiveFaults {
  readonly faults: Faults;
  readonly rate: number;
  readonly operation: CallKind | undefined;
  /** How many calls still succeed first. */
  after: number;
  /** How many calls the fault still applies to. */
  count: number;
}

const NONE: Faults = {};

/**
 * Creates a control without faults.
 *
 * @param seed makes a rate hit the same calls every time.
 */
export function createFaultControl(seed: number): FaultControl {
  let active: ActiveFaults | undefined;
  let random = seededRandom(seed);

  function set(json: unknown): string | undefined {
    const fault = ownField(json, 'fault') ?? '';
    if (typeof fault !== 'string') return 'fault must be a text.';
    const parsed = parseFaults(fault);
    if (parsed.kind === 'invalid') return parsed.reason;
    const rate = ownField(json, 'rate') ?? 1;
    const count = ownField(json, 'count') ?? Infinity;
    const after = ownField(json, 'after') ?? 0;
    const operation = ownField(json, 'operation') ?? undefined;
    if (!isUpTo(1, rate)) return 'rate must be a number between 0 and 1.';
    if (!isUpTo(Infinity, count)) return 'count must be a number, 0 or more.';
    if (!isUpTo(Infinity, after)) return 'after must be a number, 0 or more.';
    if (operation !== undefined && operation !== 'lookup' && operation !== 'score') {
      return 'operation must be lookup or score.';
    }
    active = { faults: parsed.faults, rate, count, after, operation };
    random = seededRandom(seed);
    return undefined;
  }

  function next(kind: CallKind): Faults {
    if (!active || active.count <= 0) return NONE;
    if (active.operation !== undefined && active.operation !== kind) return NONE;
    if (active.after > 0) {
      active.after -= 1;
      return NONE;
    }
    if (active.rate < 1 && random() >= active.rate) return NONE;
    active.count -= 1;
    return active.faults;
  }

  return {
    set,
    next,
    reset: () => {
      active = undefined;
      random = seededRandom(seed);
    },
  };
}

function isUpTo(most: number, value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= most;
}

/** Mulberry32: small, fair enough, and the same on every machine. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
