/** See whole-letters.js. */
export default function wholeLetters(source: string): string;
