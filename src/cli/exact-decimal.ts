/** A decimal number with all its digits; a JavaScript number keeps about fifteen. */
export class ExactDecimal {
  private constructor(
    /** Without the point. */
    readonly digits: bigint,
    /** How many of the digits come after the point. */
    private readonly scale: number,
  ) {}

  /** @param stored a whole number, or its bytes in big-endian order. */
  static of(stored: unknown, scale: number): ExactDecimal | undefined {
    if (typeof stored === 'number' || typeof stored === 'bigint') {
      return new ExactDecimal(BigInt(stored), scale);
    }
    return stored instanceof Uint8Array ? new ExactDecimal(wholeOf(stored), scale) : undefined;
  }

  toString(): string {
    const isNegative = this.digits < 0n;
    const all = String(isNegative ? -this.digits : this.digits).padStart(this.scale + 1, '0');
    const point = all.length - this.scale;
    const fraction = this.scale === 0 ? '' : `.${all.slice(point)}`;
    return `${isNegative ? '-' : ''}${all.slice(0, point)}${fraction}`;
  }
}

function wholeOf(bytes: Uint8Array): bigint {
  const hex = Buffer.from(bytes).toString('hex');
  return BigInt.asIntN(8 * bytes.length, BigInt(`0x${hex || '0'}`));
}
