/** Returns the zero-based index of a column: `columnIndex('AB')` is 27. */
export function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters.toUpperCase()) index = index * LETTERS + letter.charCodeAt(0) - 64;
  return index - 1;
}

/** Returns the letters of a column from its zero-based index: `columnLetters(27)` is `AB`. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / LETTERS) - 1;
  return (rest < 0 ? '' : columnLetters(rest)) + String.fromCharCode(65 + (column % LETTERS));
}

const LETTERS = 26;
