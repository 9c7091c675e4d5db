/** The store cannot be read or written now. The next attempt may succeed. */
export class StoreDown extends Error {
  override readonly name = 'StoreDown';

  constructor(
    message: string,
    /** The store certainly heard nothing. */
    readonly isUnsent = false,
  ) {
    super(message);
  }
}

/**
 * The store has lost records of calls that were made, so a budget could be spent twice. No call
 * leaves until an administrator confirms.
 */
export class StoreForgot extends StoreDown {
  constructor() {
    super('the store has forgotten what was done', true);
  }
}

/** The store is up, but would let no further call leave for too long. */
export class NoSlot extends Error {
  override readonly name = 'NoSlot';
}

/** Whether the store certainly heard nothing of what failed with this error. */
export function isUnsent(error: unknown): boolean {
  return error instanceof StoreDown && error.isUnsent;
}
