/** The store cannot be read or written now. The next attempt may succeed. */
export class StoreDown extends Error {
  override readonly name = 'StoreDown';
}

/** The store answers; for too long there was no room for another call. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}
