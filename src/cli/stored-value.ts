/** A value that JavaScript has no type for: a Parquet output gets it as stored, others as text. */
export class StoredValue {
  constructor(
    readonly stored: unknown,
    private readonly text: string,
  ) {}

  toString(): string {
    return this.text;
  }

  toJSON(): unknown {
    return this.text;
  }
}

/** A number, such as a decimal with 38 digits. */
export class StoredNumber extends StoredValue {
  /** A number in JSON too, unless that would lose digits. */
  override toJSON(): unknown {
    const digits = String(this).replace(/[-.]/g, '').replace(/^0+/, '');
    return digits.length <= SAFE_DIGITS ? Number(String(this)) : String(this);
  }
}

/** As many as a JavaScript number keeps. */
const SAFE_DIGITS = 15;

/** A date, or a time of a day. */
export class StoredTime extends StoredValue {
  constructor(
    stored: unknown,
    text: string,
    /** In the time zone that the file names: `2024-03-01`. */
    readonly day: string,
  ) {
    super(stored, text);
  }
}
