import type { Clock } from '../../engine/lookup';

/**
 * Lets addresses that have tried too many tokens verify signatures in turn, one every 5 ms. A flood
 * then costs 2 % of a core. An address with 1,000 connections waits five seconds, and only for its
 * own.
 */
export class VerificationTurns {
  /** The clients that wait, by address. The address whose turn is next comes first. */
  private readonly waiting = new Map<string, Set<(isHere: boolean) => void>>();
  private isRunning = false;

  constructor(private readonly clock: Pick<Clock, 'schedule'>) {}

  /** Settles at this address's turn; false if the client left first. */
  take(address: string, client: Client): Promise<boolean> {
    if (client.destroyed) return Promise.resolve(false);
    return new Promise((resolve) => {
      const own = this.waiting.get(address) ?? new Set();
      this.waiting.set(address, own);
      const onClose = (): void => settle(false);
      const settle = (isHere: boolean): void => {
        client.off('close', onClose);
        own.delete(settle);
        if (own.size === 0) this.waiting.delete(address);
        resolve(isHere);
      };
      own.add(settle);
      client.once('close', onClose);
      this.run();
    });
  }

  /** Lets one client verify at most every few milliseconds. */
  private run(): void {
    const [first] = this.waiting;
    if (this.isRunning || first === undefined) return;
    const [address, own] = first;
    const [next] = own;
    // If more clients of this address wait, the address goes to the end.
    this.waiting.delete(address);
    this.waiting.set(address, own);
    next?.(true);
    this.isRunning = true;
    this.clock.schedule(APART_MS, () => {
      this.isRunning = false;
      this.run();
    });
  }
}

/** The client that waits for a reply. */
export interface Client {
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

/** Milliseconds between two signatures. Checking one takes about 0.1 ms. */
const APART_MS = 5;
