import { OneShotSignal } from '../lookup';
import type { CancelSignal } from '../lookup';

/** One calculation of one formula. */
export interface Calculation {
  /** As the host writes it; undefined where it does not say. */
  readonly address: string | undefined;
  /** The formula is still being typed: what is known may be shown, nothing may be asked. */
  readonly isPreview: boolean;
  readonly signal: CancelSignal;
}

/** What the functions use of Excel's invocation object. */
export interface Invocation {
  readonly address?: unknown;
  /** Documented as text, seen as a boolean. */
  readonly isInValuePreview?: unknown;
  onCanceled?: () => void;
}

/**
 * The invocation object among a call's last arguments: a host may leave out optional ones that were
 * not typed, so that the object stands in place of the first of them.
 */
export function invocationIn(given: readonly unknown[]): Invocation | undefined {
  return given.find(isInvocation);
}

/** An optional argument as it was typed; undefined where the invocation object stands there. */
export function typedArgument<Argument>(given: Argument): Argument | undefined {
  return isInvocation(given) ? undefined : given;
}

function isInvocation(value: unknown): value is Invocation {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * To be called before anything is awaited: Excel looks for the handler as soon as the function has
 * returned, and a cancellation may come at any time, also after the end.
 */
export function beginCalculation(invocation: Invocation | null | undefined): Calculation {
  if (typeof invocation !== 'object' || invocation === null) {
    return new InvokedCalculation(undefined, false);
  }
  const { address, isInValuePreview } = invocation;
  const calculation = new InvokedCalculation(
    typeof address === 'string' && address !== '' ? address : undefined,
    isInValuePreview !== undefined && saysTrue(isInValuePreview),
  );
  try {
    // Half the size of a closure, and every host's call leaves one.
    invocation.onCanceled = calculation.cancel.bind(calculation);
  } catch {
    // An object that takes no handler can cancel nothing, but may still calculate.
  }
  return calculation;
}

/** Its own signal, for a host begins 100,000 of these in one task. */
class InvokedCalculation extends OneShotSignal implements Calculation {
  constructor(
    readonly address: string | undefined,
    readonly isPreview: boolean,
  ) {
    super();
  }
}

function saysTrue(value: unknown): boolean {
  return value === true || String(value).toLowerCase() === 'true';
}
