/** The CRC-32 of zip files. `update` takes what it gave for the bytes before; 0 is where it starts. */
export function createChecksum(): (before: number, bytes: Uint8Array) => number {
  const table = Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit += 1)
      value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  return (before, bytes) => {
    let value = ~before;
    for (const byte of bytes) value = (value >>> 8) ^ (table[(value ^ byte) & 0xff] ?? 0);
    return ~value >>> 0;
  };
}
