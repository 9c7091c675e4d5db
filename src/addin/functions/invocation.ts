import { OneShotSignal, type CancelSignal } from '../../engine/lookup';

/** One calculation of one formula. */
export interface Calculation {
  /** The cell, as the host writes it; undefined if the host does not say. */
  readonly address: string | undefined;
  /** The formula is still being typed: known values may be shown, nothing may be asked. */
  readonly isPreview: boolean;
  readonly signal: CancelSignal;
}

/** The part of Excel's invocation object that the functions use. */
export interface Invocation {
  readonly address?: unknown;
  /** Documented as text, but seen as a boolean. */
  readonly isInValuePreview?: unknown;
  onCanceled?: () => void;
}

/**
 * The invocation object among a call's last arguments. A host may leave out optional arguments, and
 * the object then takes the place of the first of them.
 */
export function invocationIn(given: readonly unknown[]): Invocation | undefined {
  return given.find(isInvocation);
}

/** An optional argument as it was typed; undefined if the invocation object is in its place. */
export function typedArgument<Argument>(given: Argument): Argument | undefined {
  return isInvocation(given) ? undefined : given;
}

function isInvocation(value: unknown): value is Invocation {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads the invocation object, and sets its handler of cancellations. Call this before anything is
 * awaited: Excel looks for the handler as soon as the function returns. A cancellation may come at
 * any time, even after the end.
 */
export function beginCalculation(invocation: Invocation | null | undefined): Calculation {
  if (typeof invocation !== 'object' || invocation === null) {
    return new InvokedCalculation(undefined, false);
  }
  const { address, isInValuePreview } = invocation;
  const calculation = new InvokedCalculation(
    typeof address === 'string' && address !== '' ? address : undefined,
    isInValuePreview !== undefined && isTrue(isInValuePreview),
  );
  try {
    // `bind` takes half the memory of a closure, and every call keeps one.
    invocation.onCanceled = calculation.cancel.bind(calculation);
  } catch {
    // If the object takes no handler, the formula cannot be cancelled, but it still calculates.
  }
  return calculation;
}

/** Doubles as its own signal, because a host starts 100,000 of these in one task. */
class InvokedCalculation extends OneShotSignal implements Calculation {
  constructor(
    readonly address: string | undefined,
    readonly isPreview: boolean,
  ) {
    super();
  }
}

function isTrue(value: unknown): boolean {
  return value === true || String(value).toLowerCase() === 'true';
}
