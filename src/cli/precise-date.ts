/** A time that a file has in finer steps than milliseconds, so that it is written again as it was. */
export class PreciseDate extends Date {
  private constructor(
    readonly steps: bigint,
    perMillisecond: bigint,
  ) {
    super(Number(steps / perMillisecond));
  }

  static of(steps: bigint, perMillisecond: bigint): PreciseDate {
    return new PreciseDate(steps, perMillisecond);
  }
}
