/** Says once in a few thousand cells that it is the page's turn: a look at each takes no longer. */
export function createTurnCount(): () => boolean {
  let looked = 0;
  return () => {
    looked += 1;
    return looked % CELLS_A_TURN === 0;
  };
}

const CELLS_A_TURN = 5_000;
