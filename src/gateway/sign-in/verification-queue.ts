import type { Clock } from '../../engine/lookup';

/**
 * For addresses that have tried too many tokens, signatures are verified in turn: a flood costs 2 %
 * of a core. With a thousand connections an address waits five seconds, and behind itself alone.
 */
export class VerificationTurns {
  /** Those who wait, by address; whose turn is next comes first. */
  private readonly waiting = new Map<string, Set<(isHere: boolean) => void>>();
  private isRunning = false;

  constructor(private readonly clock: Pick<Clock, 'schedule'>) {}

  /** Settles at this address’s turn: false if the client left first. */
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

  /** Lets one pass, at most every few milliseconds. */
  private run(): void {
    const [first] = this.waiting;
    if (this.isRunning || first === undefined) return;
    const [address, own] = first;
    const [next] = own;
    // The address waits behind all others, if more of its clients wait.
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

/** The reply that a client waits for. */
export interface Client {
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

/** A signature takes about 0.1 ms. */
const APART_MS = 5;
