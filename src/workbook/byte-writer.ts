/** Writes bytes into a buffer that grows as needed. */
export class ByteWriter {
  private bytes = new Uint8Array(4096);
  private view = new DataView(this.bytes.buffer);
  private length = 0;

  /** An integer from 0 to 2^53 - 1, in as few groups of seven bits as it needs. */
  count(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.length] = (rest % 0x80) + 0x80;
      this.length += 1;
      rest = Math.floor(rest / 0x80);
    }
    this.bytes[this.length] = rest;
    this.length += 1;
  }

  /** An integer of either sign, up to 2^52 - 1. */
  integer(value: number): void {
    this.count(value < 0 ? -2 * value - 1 : 2 * value);
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length] = value;
    this.length += 1;
  }

  word(value: number): void {
    this.reserve(4);
    this.view.setUint32(this.length, value, true);
    this.length += 4;
  }

  double(value: number): void {
    this.reserve(8);
    this.view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  /** ASCII only. */
  text(text: string): void {
    this.count(text.length);
    this.reserve(text.length);
    for (let index = 0; index < text.length; index += 1) {
      this.bytes[this.length + index] = text.charCodeAt(index);
    }
    this.length += text.length;
  }

  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(2 * (this.bytes.length + more));
    larger.set(this.bytes);
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }
}
