import type { KeptWorkbook } from './kept-workbooks';
import { attempt } from '../addin/device/other-windows';

/** The kept workbook of this window. No two windows write the same one. */
export interface WindowWork {
  /**
   * Makes a workbook this window's, in place of the one before. Returns false if another window has
   * it. If the browser cannot tell, each window may have any.
   */
  claim(id: string): Promise<boolean>;
  /**
   * Claims the workbook that a person left last: the one that was in this window before it was
   * loaded again, or else the newest that no other window has.
   *
   * @param kept the newest first
   */
  claimLast(kept: readonly KeptWorkbook[]): Promise<KeptWorkbook | undefined>;
}

export interface WindowWorkOptions {
  /** Undefined, or throws, if the page has no locks, as without HTTPS. */
  readonly locks: () => Pick<LockManager, 'request'> | undefined;
  /** Storage that stays with the window when it is loaded again. May throw. */
  readonly session: () => Pick<Storage, 'getItem' | 'setItem'>;
}

/** Creates the claims of this window, which begins without a workbook. */
export function createWindowWork(options: WindowWorkOptions): WindowWork {
  const locks = attempt(options.locks);
  const session = attempt(options.session);
  let own: { readonly id: string; release(): void } | undefined;

  /** Of claims one after the other, the last is the window's. */
  let claims = 0;

  function take(id: string, release: () => void): void {
    own?.release();
    own = { id, release };
    attempt(() => session?.setItem(OPEN_WORKBOOK, id));
  }

  function claim(id: string): Promise<boolean> {
    const turn = (claims += 1);
    if (own?.id === id) return Promise.resolve(true);
    if (locks === undefined) {
      take(id, () => undefined);
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      locks
        .request(`${OPEN_WORKBOOK} ${id}`, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          if (lock === null || turn !== claims) return undefined;
          return new Promise<void>((release) => take(id, release));
        })
        // A page without access to its storage has no locks either.
        .catch(() => resolve(true));
    });
  }

  return {
    claim,
    async claimLast(kept) {
      const before = attempt(() => session?.getItem(OPEN_WORKBOOK));
      const own = kept.filter(({ id }) => id === before);
      for (const workbook of new Set([...own, ...kept])) {
        if (await claim(workbook.id)) return workbook;
      }
      return undefined;
    },
  };
}

const OPEN_WORKBOOK = 'locus.open-workbook';
