import type { Problems } from '../functions/problems';
import type { Spending } from '../../engine/lookup';
import type { ConnectionStore } from '../device/connection-store';
import type { CellHost } from '../spreadsheet/host';

/**
 * Asks nothing for a workbook with a person's own key before that person has acted on it: a
 * stranger's workbook may hold thousands of formulas. Until then its calls are held, and the pane
 * offers to make them.
 */
export interface FirstAsking {
  /** The person has asked for values in this workbook, from the pane. */
  acted(): void;
}

export interface FirstAskingParts {
  readonly host: Pick<CellHost, 'edits' | 'parts' | 'demonstrationKey' | 'defaultAddresses'>;
  readonly connection: Pick<ConnectionStore, 'current' | 'subscribe'>;
  readonly problems: Pick<Problems, 'list'>;
  readonly spending: Pick<Spending, 'askFirst'>;
}

export function createFirstAsking({
  host,
  connection,
  problems,
  spending,
}: FirstAskingParts): FirstAsking {
  let hasActed = false;

  /** What a demonstration's key asks costs nobody anything. */
  function isOwnKey(): boolean {
    const { credential, addresses } = connection.current();
    const isDemonstration =
      credential === host.demonstrationKey &&
      addresses.attributeUrl === host.defaultAddresses.attributeUrl;
    return credential !== undefined && !isDemonstration;
  }

  /** A host that does not say when a person types asks only for what waited for the key. */
  function look(): void {
    const mayBeAStrangers = host.edits !== undefined || problems.list().length > 0;
    spending.askFirst(!hasActed && isOwnKey() && mayBeAStrangers);
  }

  function acted(): void {
    if (hasActed) return;
    hasActed = true;
    look();
  }

  look();
  connection.subscribe(look);
  host.edits?.(acted);
  host.parts.subscribe(() => {
    hasActed = false;
    look();
  });
  return { acted };
}
