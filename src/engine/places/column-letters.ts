/** Zero-based: `columnIndex('AB')` is 27. */
export function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters.toUpperCase()) index = index * LETTERS + letter.charCodeAt(0) - 64;
  return index - 1;
}

/** Zero-based: `columnLetters(27)` is `AB`. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / LETTERS) - 1;
  return (rest < 0 ? '' : columnLetters(rest)) + String.fromCharCode(65 + (column % LETTERS));
}

const LETTERS = 26;
