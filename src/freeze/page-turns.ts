/** Returns true once in a few thousand cells, when it is time to yield to the page. */
export function createTurnCount(): () => boolean {
  let looked = 0;
  return () => {
    looked += 1;
    return looked % CELLS_A_TURN === 0;
  };
}

const CELLS_A_TURN = 5_000;
