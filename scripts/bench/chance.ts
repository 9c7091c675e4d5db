/**
 * A small seeded generator, uniform in [0, 1): the same seed gives every contender the same
 * service.
 */
export function createChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
  };
}

/** The order of 0 to count - 1 after a fair shuffle. */
export function shuffled(count: number, chance: () => number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = Math.floor(chance() * (last + 1));
    const kept = order[last] ?? last;
    order[last] = order[other] ?? other;
    order[other] = kept;
  }
  return order;
}
