/** A time with a finer resolution than milliseconds, so that it can be written back unchanged. */
export class PreciseDate extends Date {
  private constructor(
    readonly steps: bigint,
    private readonly perMillisecond: bigint,
  ) {
    super(Number(floored(steps, perMillisecond)));
  }

  get microseconds(): bigint {
    return floored(this.steps, this.perMillisecond / 1_000n);
  }

  static of(steps: bigint, perMillisecond: bigint): PreciseDate {
    return new PreciseDate(steps, perMillisecond);
  }
}

/** A plain division would round times before 1970 up. */
function floored(steps: bigint, per: bigint): bigint {
  return steps / per - (steps % per < 0n ? 1n : 0n);
}
