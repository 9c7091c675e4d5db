/** Reads what a `ByteWriter` wrote, without trusting the bytes. */
export class ByteReader {
  private readonly view: DataView;
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  /** @throws BrokenBytes if there is none here, or one above `most`. */
  count(most: number): number {
    let value = 0;
    for (let scale = 1; scale <= LAST_SCALE; scale *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if (value > most) throw new BrokenBytes();
        return value;
      }
    }
    throw new BrokenBytes();
  }

  integer(): number {
    const value = this.count(Number.MAX_SAFE_INTEGER);
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  byte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new BrokenBytes();
    this.at += 1;
    return byte;
  }

  word(): number {
    return this.view.getUint32(this.take(4), true);
  }

  double(): number {
    return this.view.getFloat64(this.take(8), true);
  }

  text(maxLength: number): string {
    const length = this.count(maxLength);
    const start = this.take(length);
    return String.fromCharCode(...this.bytes.subarray(start, start + length));
  }

  private take(length: number): number {
    const start = this.at;
    if (start + length > this.bytes.length) throw new BrokenBytes();
    this.at += length;
    return start;
  }
}

/** Bytes that no `ByteWriter` wrote. Thrown here, caught by the reader of a block. */
export class BrokenBytes extends Error {
  override readonly name = 'BrokenBytes';
}

/** Eight groups hold 56 bits: more than a safe integer has. */
const LAST_SCALE = 0x80 ** 7;
