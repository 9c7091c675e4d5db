/** A time with a finer resolution than milliseconds, so that it can be written back unchanged. */
export class PreciseDate extends Date {
  private constructor(
    readonly steps: bigint,
    private readonly perMillisecond: bigint,
  ) {
    super(Number(steps / perMillisecond));
  }

  /** Rounded down: a plain division would round times before 1970 up. */
  get microseconds(): bigint {
    const perMicrosecond = this.perMillisecond / 1_000n;
    const rest = this.steps % perMicrosecond;
    return this.steps / perMicrosecond - (rest < 0n ? 1n : 0n);
  }

  static of(steps: bigint, perMillisecond: bigint): PreciseDate {
    return new PreciseDate(steps, perMillisecond);
  }
}
