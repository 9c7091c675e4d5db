import type { Activity, Clock } from '../../engine/lookup';
import { formatArea, parseArea } from '../spreadsheet/cell-address';

/** How cells learn that their values are to be asked for again. */
export interface Renewals {
  /**
   * From when on an answer counts in this cell, in epoch milliseconds; undefined for any.
   *
   * @param address as the host writes it.
   */
  newerThan(address: string | undefined): number | undefined;
  /**
   * The cell has its result.
   *
   * @param isOld some of it could not be had anew.
   */
  ended(address: string | undefined, isOld?: boolean): void;
  /**
   * The next calculation of each of these cells asks again, whatever is known.
   *
   * @param at from when on an answer counts. @default now
   * @returns what settles when all of them have their results. It does not wait for those that ask
   *   for nothing, as where `IF(A2="","",LOCATTR(…))` is blank.
   */
  begin(addresses: readonly string[], at?: number): Promise<void>;
  /**
   * The next calculation of each of these cells asks for what its renewal did not get, and for
   * nothing that it got.
   */
  goOn(addresses: readonly string[]): void;
  /** Another workbook is open: its cells are not meant. */
  forget(): void;
}

/**
 * Creates the renewals of one workbook. Nothing is being renewed at first.
 *
 * @param activity shows whether anything is still asked: when nothing is, and no cell has ended for
 *   five seconds, the cells that are left ask for nothing.
 * @param onNew called when every renewed cell has a new value.
 */
export function createRenewals(
  clock: Pick<Clock, 'now' | 'schedule'>,
  activity: Pick<Activity, 'snapshot'>,
  onNew: () => void = () => undefined,
): Renewals {
  const since = new Map<string, number>();
  /** When the renewal began that left a cell with something old. */
  const unfinished = new Map<string, number>();
  const waiting = new Set<{ readonly left: Set<string>; end(): void }>();

  function drop(cell: string, isOld = false): void {
    const at = since.get(cell);
    if (isOld && at !== undefined) unfinished.set(cell, at);
    else unfinished.delete(cell);
    since.delete(cell);
    if (since.size + unfinished.size === 0) onNew();
    for (const each of waiting) if (each.left.delete(cell) && each.left.size === 0) each.end();
  }

  return {
    newerThan: (address) =>
      since.size === 0 || address === undefined ? undefined : since.get(canonical(address)),
    ended(address, isOld) {
      if (since.size + unfinished.size > 0 && address !== undefined) {
        drop(canonical(address), isOld);
      }
    },
    goOn(addresses) {
      for (const cell of unfinished.size > 0 ? addresses.map(canonical) : []) {
        const at = unfinished.get(cell);
        if (at !== undefined) since.set(cell, at);
      }
    },
    forget() {
      since.clear();
      unfinished.clear();
      for (const each of waiting) each.end();
    },
    begin(addresses, at = clock.now()) {
      const left = new Set(addresses.map(canonical));
      for (const cell of left) since.set(cell, at);
      if (left.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const look = (before: number) =>
          clock.schedule(QUIET_MS, () => {
            const { waiting: unsent, inFlight } = activity.snapshot();
            const isQuiet = unsent + inFlight === 0 && left.size === before;
            if (isQuiet) for (const cell of [...left]) drop(cell);
            else cancel = look(left.size);
          });
        let cancel = look(-1);
        const renewal = {
          left,
          end() {
            waiting.delete(renewal);
            cancel();
            resolve();
          },
        };
        waiting.add(renewal);
      });
    },
  };
}

/** Hosts write a cell's address in more than one way. */
function canonical(address: string): string {
  const area = parseArea(address);
  return area === undefined ? address : formatArea(area).toLowerCase();
}

/** How long a host may take before it calculates the next cells. */
const QUIET_MS = 5_000;
