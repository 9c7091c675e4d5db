/** The store cannot be read or written now. The next attempt may succeed. */
export class StoreDown extends Error {
  override readonly name = 'StoreDown';
}

/** The store is up, but would let no further call leave for too long. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}
