/** A text's bytes in an encoding that only old programs write. */
export function bytesIn(label: string, text: string): Uint8Array {
  const codes = codesOf(label);
  return Uint8Array.from(
    [...text].flatMap((letter) => {
      const code = codes.get(letter);
      if (code === undefined) throw new Error(`${label} has no ${letter}`);
      return code;
    }),
  );
}

const known = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** Made by decoding every byte and every pair of bytes. */
function codesOf(label: string): ReadonlyMap<string, readonly number[]> {
  const before = known.get(label);
  if (before !== undefined) return before;
  const codes = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(label);
  const learn = (...bytes: readonly number[]): void => {
    const letter = decoder.decode(Uint8Array.from(bytes));
    if ([...letter].length === 1 && letter !== '\uFFFD' && !codes.has(letter)) {
      codes.set(letter, bytes);
    }
  };
  for (let first = 0; first < 256; first += 1) learn(first);
  const isWide = /jis|euc|gb|big5/.test(label);
  for (let first = 0x81; isWide && first < 256; first += 1) {
    for (let second = 0x40; second < 256; second += 1) learn(first, second);
  }
  known.set(label, codes);
  return codes;
}
