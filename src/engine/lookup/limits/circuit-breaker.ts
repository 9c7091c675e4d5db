/**
 * Distinguishes a key that the service refuses from one address that something on the way refuses.
 * A key that has just answered others is probed: one call, alone; if that is refused as well,
 * everything stops.
 */
export class CircuitBreaker {
  /** When an account was last let in; elapsed milliseconds. */
  private readonly letInAt = new Map<string, number>();
  private isSuspect = false;
  private isProbing = false;

  /** Whether a call may start now. */
  get mayStart(): boolean {
    return !this.isProbing;
  }

  /** @returns whether this call is the probe. */
  started(): boolean {
    this.isProbing = this.isSuspect;
    return this.isProbing;
  }

  /** The service let the call in, whatever it answered. */
  letIn(scope: string, isProbe: boolean, now: number): void {
    // A call that left before the refusal says nothing about the key since.
    if (this.isSuspect && !isProbe) return;
    if (this.letInAt.size > MOST) this.letInAt.clear();
    this.letInAt.set(scope, now);
    this.isSuspect = this.isProbing = false;
  }

  /**
   * The service refused the key.
   *
   * @returns whether everything is to stop.
   */
  keyRefused(scope: string, isProbe: boolean, now: number): boolean {
    if (this.isSuspect && !isProbe) return false;
    const isOpen = isProbe || now - (this.letInAt.get(scope) ?? NEVER) > JUST_MS;
    this.isProbing = false;
    this.isSuspect = !isOpen;
    return isOpen;
  }

  /** The call failed for another reason; the next one decides. */
  failed(isProbe: boolean): void {
    if (isProbe) this.isProbing = false;
  }
}

const NEVER = Number.NEGATIVE_INFINITY;
/** Accounts remembered. */
const MOST = 16;
const JUST_MS = 60_000;
