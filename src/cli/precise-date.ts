/** A time that a file has in finer steps than milliseconds, so that it is written again as it was. */
export class PreciseDate extends Date {
  private constructor(
    readonly steps: bigint,
    private readonly perMillisecond: bigint,
  ) {
    super(Number(steps / perMillisecond));
  }

  /** Rounded down, as what comes before 1970 would otherwise be rounded up. */
  get microseconds(): bigint {
    const perMicrosecond = this.perMillisecond / 1_000n;
    const rest = this.steps % perMicrosecond;
    return this.steps / perMicrosecond - (rest < 0n ? 1n : 0n);
  }

  static of(steps: bigint, perMillisecond: bigint): PreciseDate {
    return new PreciseDate(steps, perMillisecond);
  }
}
