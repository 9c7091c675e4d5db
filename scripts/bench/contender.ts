import type { CancelSignal, LookupReply } from '../../src/engine/lookup';
import type { VirtualClock } from './virtual-clock';

/** One way of turning cells into calls. All start from the same numbers and texts. */
export interface Contender {
  readonly id: string;
  readonly title: string;
  /** The one workload it is shown with, for what that tells; otherwise it is compared in all. */
  readonly only?: string;
  /**
   * As at the opening of a workbook: with nothing remembered.
   *
   * @param seed of its own chance; two windows have two.
   */
  start(service: Callee, clock: VirtualClock, seed?: number): Asker;
  /** What the cell would show; undefined for anything but a number. */
  shown(result: unknown): number | undefined;
}

/** The service, as it is reached from a page. */
export interface Callee {
  /** Connections to it, where there are not as many as a browser has. */
  readonly slots?: number;
  /**
   * Names of one place; never rejects.
   *
   * @param signal frees the connection of a call that nobody waits for any longer.
   */
  call(
    lat: number,
    lng: number,
    names: readonly string[],
    signal?: CancelSignal,
  ): Promise<LookupReply>;
}

export interface Asker {
  /** Called once for each cell; a rejection is an error in the cell. */
  ask(lat: number, lng: number, name: string): Promise<unknown>;
}

/** What those show that settle with the number itself. */
export function shownAsIs(result: unknown): number | undefined {
  return typeof result === 'number' ? result : undefined;
}

/** @throws Error for a call that failed, as a `fetch` without any further care would. */
export function valuesOf(reply: LookupReply): ReadonlyMap<string, number | null> {
  if (reply.kind === 'failed') throw new Error(`The service said ${reply.status ?? reply.code}.`);
  return reply.values;
}
