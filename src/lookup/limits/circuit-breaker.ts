/**
 * Tells a key that the service refuses from one address that something on the way refuses. A key
 * that has just answered others gets a second look: one call, alone; if that is refused as well,
 * everything stops.
 */
export class CircuitBreaker {
  /** When an account was last let in; elapsed milliseconds. */
  private readonly letInAt = new Map<string, number>();
  private isSuspect = false;
  private isLooking = false;

  /** Whether a call may start now. */
  get mayStart(): boolean {
    return !this.isLooking;
  }

  /** @returns whether it is the second look. */
  started(): boolean {
    this.isLooking = this.isSuspect;
    return this.isLooking;
  }

  /** The service let the call in, whatever it answered. */
  letIn(scope: string, isLook: boolean, now: number): void {
    // What left before the refusal says nothing about the key since.
    if (this.isSuspect && !isLook) return;
    if (this.letInAt.size > MOST) this.letInAt.clear();
    this.letInAt.set(scope, now);
    this.isSuspect = this.isLooking = false;
  }

  /**
   * The service refused the key.
   *
   * @returns whether everything is to stop.
   */
  refused(scope: string, isLook: boolean, now: number): boolean {
    if (this.isSuspect && !isLook) return false;
    const isOpen = isLook || now - (this.letInAt.get(scope) ?? NEVER) > JUST_MS;
    this.isLooking = false;
    this.isSuspect = !isOpen;
    return isOpen;
  }

  /** The call failed otherwise: the next will tell. */
  failed(isLook: boolean): void {
    if (isLook) this.isLooking = false;
  }
}

const NEVER = Number.NEGATIVE_INFINITY;
/** Accounts remembered. */
const MOST = 16;
const JUST_MS = 60_000;
