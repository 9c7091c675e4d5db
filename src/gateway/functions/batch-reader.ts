import { createHash } from 'node:crypto';
import { isRecord, parseJson } from '../../engine/contract/json-checks';
import type { ErrorReply } from '../json-reply';

/** The rows of a batch, and what the body says besides them. */
export interface ReadRows {
  /**
   * Each row as it was parsed. It should be a list of arguments, but nobody has checked that yet.
   */
  readonly rows: readonly unknown[];
  /** The rest of the body. Its own list of rows is empty. */
  readonly envelope: Readonly<Record<string, unknown>>;
  /** A hash, equal for equal rows in an equal envelope. */
  readonly fingerprint: string;
}

/**
 * Reads `{…, "calls": [row, row, …], …}` piece by piece as it arrives. Each row is parsed by
 * itself, and a body that can be no batch is refused at once: 10 MB of `{},{},…` never become three
 * million objects.
 */
export class BatchReader {
  private readonly rows: unknown[] = [];
  private readonly hash = createHash('sha256');
  private readonly envelope = new Part('What stands beside the rows', 64 * 1024, 1000);
  private readonly row = new Part('A row', 64 * 1024, 500);
  private readonly opening: RegExp;
  private depth = 0;
  private isInRows = false;
  private isInText = false;
  private isEscaped = false;
  private values = 0;

  /**
   * @param field the name of the list of rows.
   * @param take reserves memory for this many more bytes; returns the error if there is none.
   */
  constructor(
    field: string,
    private readonly take: (bytes: number) => ErrorReply | undefined,
  ) {
    this.opening = new RegExp(`[{,]\\s*"${field}"\\s*:\\s*\\[$`);
  }

  /**
   * Takes the next piece of the body.
   *
   * @returns the error if the rest need not be read.
   */
  push(piece: Buffer): ErrorReply | undefined {
    const error = this.take(piece.length);
    if (error !== undefined) return error;
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] as number;
      if (this.isInText) {
        if (this.isEscaped) this.isEscaped = false;
        else if (byte === BACKSLASH) this.isEscaped = true;
        else if (byte === QUOTE) this.isInText = false;
      } else if (byte === QUOTE) this.isInText = true;
      else if (byte === COMMA || isBracket(byte)) {
        const fault = this.onMark(byte, piece.subarray(from, at + 1));
        if (fault !== undefined) return fault;
        from = at + 1;
      }
    }
    return this.part.add(piece.subarray(from));
  }

  /**
   * Ends the body.
   *
   * @returns the rows, or why they cannot be read.
   */
  end(): ReadRows | { readonly fault: ErrorReply } {
    const json = parseJson(this.envelope.end());
    if (json === undefined) return { fault: NOT_JSON };
    const envelope = isRecord(json) ? json : {};
    // BigQuery gives each request another ID, even when it repeats a batch.
    this.hash.update(JSON.stringify({ ...envelope, requestId: undefined }));
    return { rows: this.rows, envelope, fingerprint: this.hash.digest('base64url') };
  }

  private get part(): Part {
    return this.isInRows ? this.row : this.envelope;
  }

  /**
   * @param mark a comma or a bracket outside texts.
   * @param bytes what has arrived since the last mark, and this mark.
   */
  private onMark(mark: number, bytes: Buffer): ErrorReply | undefined {
    if (this.isInRows && this.depth === ROWS_DEPTH && (mark === COMMA || mark === CLOSE_LIST)) {
      return this.endRow(mark === CLOSE_LIST, bytes);
    }
    const fault = this.part.add(bytes, 1);
    if (mark === OPEN_LIST || mark === OPEN_OBJECT) this.depth += 1;
    else if (mark !== COMMA) this.depth -= 1;
    this.isInRows ||=
      mark === OPEN_LIST && this.depth === ROWS_DEPTH && this.envelope.endsWith(this.opening);
    return fault;
  }

  private endRow(isLast: boolean, bytes: Buffer): ErrorReply | undefined {
    const fault = this.row.add(bytes.subarray(0, -1));
    if (fault !== undefined) return fault;
    const { values } = this.row;
    const text = this.row.end();
    if (isLast) {
      this.isInRows = false;
      this.depth -= 1;
      const end = this.envelope.add(bytes.subarray(-1));
      if (end !== undefined || (this.rows.length === 0 && text.trim() === '')) return end;
    }
    // An invalid letter or NaN in one row is that row's own error.
    const row = parseJson(text);
    if (row === undefined) return NOT_JSON;
    this.values += values;
    if (this.rows.push(row) > MOST_ROWS) return TOO_MANY_ROWS;
    if (this.values > MOST_VALUES) return TOO_MANY_VALUES;
    this.hash.update(text).update('\n');
    return this.take(values * BYTES_OF_VALUE);
  }
}

/** The text of one row, or of the envelope. */
class Part {
  values = 0;
  private pieces: Buffer[] = [];
  private bytes = 0;

  constructor(
    private readonly name: string,
    private readonly mostBytes: number,
    private readonly mostValues: number,
  ) {}

  /** @param values how many more values it may have. */
  add(piece: Buffer, values = 0): ErrorReply | undefined {
    this.values += values;
    this.bytes += piece.length;
    if (piece.length > 0) this.pieces.push(piece);
    if (this.bytes > this.mostBytes) {
      return { status: 413, message: `${this.name} may have at most ${this.mostBytes} bytes.` };
    }
    return this.values > this.mostValues
      ? { status: 413, message: `${this.name} may have at most ${this.mostValues} values.` }
      : undefined;
  }

  endsWith(pattern: RegExp): boolean {
    return pattern.test(Buffer.concat(this.pieces.slice(-LAST_PIECES)).toString().slice(-LONGEST));
  }

  end(): string {
    const [first] = this.pieces;
    const isWhole = first !== undefined && this.pieces.length === 1;
    const text = (isWhole ? first : Buffer.concat(this.pieces)).toString();
    this.pieces = [];
    this.values = this.bytes = 0;
    return text;
  }
}

function isBracket(byte: number): boolean {
  return byte === OPEN_LIST || byte === CLOSE_LIST || byte === OPEN_OBJECT || byte === CLOSE_OBJECT;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** The depth of the list of rows, which is in the outermost object. */
const ROWS_DEPTH = 2;
/** Enough pieces for the name of the rows and its bracket, even if each byte arrives by itself. */
const LAST_PIECES = 16;
const LONGEST = 100;
const MOST_ROWS = 10_000;
/** Enough for five arguments in each row, and some custom variables. */
const MOST_VALUES = 200_000;
/** Bytes that a number or an empty object takes once it is parsed. */
const BYTES_OF_VALUE = 56;
const NOT_JSON: ErrorReply = { status: 400, message: 'The body must be JSON, in UTF-8.' };
const TOO_MANY_ROWS: ErrorReply = {
  status: 413,
  message: `A batch may have at most ${MOST_ROWS} rows.`,
};
const TOO_MANY_VALUES: ErrorReply = {
  status: 413,
  message: `A batch may have at most ${MOST_VALUES} arguments.`,
};
