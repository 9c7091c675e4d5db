import { ownField, parseJson } from '../contract/json-checks';
import { BULK_PATH, MAX_BULK_BYTES, MAX_BULK_LINES } from '../contract/paths';
import { withTimeout, type CancelSignal } from '../lookup';
import {
  CAREFULLY,
  offline,
  replyOf,
  type ServiceCallPorts,
  type ServiceCallResult,
} from './http-call';

/** A gateway's address, and the credential that identifies a person there. */
export interface BulkAddress {
  /** The gateway's base address. */
  readonly address: string;
  readonly credential: string;
}

/**
 * Sends calls together. Calls made in the same tick leave in one request, and each settles when its
 * line of the reply arrives.
 */
export interface BulkCalls {
  /**
   * Sends a call. Like `callService`, this never rejects, and settles within the time-out or when
   * the signal aborts. A call whose line is missing from the reply is `offline`.
   *
   * @param body the contract's body; for a score, with the model.
   */
  call(to: BulkAddress, body: object, signal: CancelSignal): Promise<ServiceCallResult>;
}

export interface BulkCallsOptions extends ServiceCallPorts {
  /** Called if the server does not accept bulk requests: it is not a gateway, or no longer one. */
  readonly onNotThere: (to: BulkAddress) => void;
}

/**
 * A browser makes six requests to one origin at once; two are left for the rest of the page. A call
 * that waits for one of these travels with more calls.
 */
const MOST_REQUESTS = 4;

export function createBulkCalls({
  fetch,
  clock,
  online = () => true,
  timeoutMs,
  onNotThere,
}: BulkCallsOptions): BulkCalls {
  let waiting: WaitingCall[] = [];
  let requests = 0;
  let isDue = false;

  function leaveSoon(): void {
    if (isDue || requests >= MOST_REQUESTS) return;
    isDue = true;
    clock.schedule(0, () => {
      isDue = false;
      while (waiting.length > 0 && requests < MOST_REQUESTS) leave();
    });
  }

  function leave(): void {
    waiting = waiting.filter(({ isOver }) => !isOver);
    const [first] = waiting;
    if (first === undefined) return;
    const together: WaitingCall[] = [];
    let bytes = 0;
    waiting = waiting.filter((call) => {
      const fits = together.length < MAX_BULK_LINES && bytes + call.bytes <= MAX_BULK_BYTES;
      // A call that is too large on its own leaves alone, for the gateway to refuse.
      const goes = call === first || (fits && isSame(call.to, first.to));
      if (!goes) return true;
      together.push(call);
      bytes += call.bytes;
      return false;
    });
    requests += 1;
    void exchange(first.to, together).finally(() => {
      requests -= 1;
      if (waiting.length > 0) leaveSoon();
    });
  }

  async function exchange(to: BulkAddress, calls: readonly WaitingCall[]): Promise<void> {
    const abort = new AbortController();
    const wasOnline = online();
    let left = calls.length;
    for (const call of calls) {
      call.left(() => {
        left -= 1;
        // No call waits for the rest of the reply.
        if (left === 0) abort.abort();
      });
    }
    const end = (result: ServiceCallResult): void => calls.forEach((call) => call.end(result));
    let response: Response;
    try {
      response = await fetch(to.address + BULK_PATH, {
        ...CAREFULLY,
        method: 'POST',
        headers: { 'Content-Type': 'application/x-ndjson', 'x-api-key': to.credential },
        body: calls.map(({ line }, id) => `{"id":${id},${line.slice(1)}\n`).join(''),
        signal: abort.signal,
      });
    } catch (error) {
      end(offline(error, wasOnline || online()));
      return;
    }
    if (response.ok) {
      await eachLine(response, (line) => takeLine(line, calls, response.status)).catch(() => {});
      end(CUT);
      return;
    }
    if (NOT_THERE.has(response.status)) onNotThere(to);
    // The failure concerns the whole request: none of the calls was made.
    end(await replyOf(response, clock));
  }

  function takeLine(line: string, calls: readonly WaitingCall[], httpStatus: number): void {
    const json = parseJson(line);
    const id = ownField(json, 'id');
    const status = ownField(json, 'status');
    const reason = ownField(json, 'reason');
    const retryAfter = ownField(json, 'retryAfter');
    const reply = {
      httpStatus: typeof status === 'number' ? status : httpStatus,
      text: line,
      reason: typeof reason === 'string' ? reason : null,
      retryAfter: typeof retryAfter === 'number' ? String(retryAfter) : null,
      now: clock.now(),
    };
    const call = typeof id === 'number' ? calls[id] : undefined;
    call?.end({ kind: 'replied', reply, isCut: false });
  }

  return {
    call(to, body, signal) {
      if (signal.aborted) return Promise.resolve({ ...TIMED_OUT, isUnsent: true });
      const call = new WaitingCall(to, JSON.stringify(body));
      waiting.push(call);
      leaveSoon();
      return withTimeout(call.ended, {
        clock,
        timeoutMs,
        signal,
        otherwise: undefined,
        onTimeout: () => call.end(TIMED_OUT),
      }).then((result) => result ?? { ...TIMED_OUT, ...(!call.hasLeft && { isUnsent: true }) });
    },
  };
}

class WaitingCall {
  isOver = false;
  hasLeft = false;
  readonly ended: Promise<ServiceCallResult>;
  /** The size of the line, with its id and its line break. */
  readonly bytes: number;
  private settle: (result: ServiceCallResult) => void = () => {};
  private onOver = (): void => {};

  constructor(
    readonly to: BulkAddress,
    /** The JSON of the call, without the id. */
    readonly line: string,
  ) {
    this.bytes = encoder.encode(line).length + ID_BYTES;
    this.ended = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  left(onOver: () => void): void {
    this.hasLeft = true;
    this.onOver = onOver;
  }

  end(result: ServiceCallResult): void {
    if (this.isOver) return;
    this.isOver = true;
    this.settle(result);
    this.onOver();
  }
}

function isSame(one: BulkAddress, other: BulkAddress): boolean {
  return one.address === other.address && one.credential === other.credential;
}

const TIMED_OUT: ServiceCallResult = { kind: 'timed-out' };
const CUT: ServiceCallResult = { kind: 'offline' };
const NOT_THERE: ReadonlySet<number> = new Set([404, 405, 410]);
/** The length of `"id":999,` and the line break. */
const ID_BYTES = 10;
const encoder = new TextEncoder();

/** A line is one answer, of 50 values at most; anything longer is something else. */
const MAX_LINE = 1_000_000;

/**
 * Reads a reply's body as UTF-8 and passes on each non-empty line as it arrives, including a last
 * line without a line break: if it was cut off, it is not valid JSON. Rejects if the connection
 * breaks or a line is too long.
 */
async function eachLine(response: Response, take: (line: string) => void): Promise<void> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  let rest = '';
  const takeLines = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') take(line);
  };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    takeLines(decoder.decode(value, { stream: true }));
    if (rest.length > MAX_LINE) {
      reader.cancel().catch(() => {});
      throw new Error('A line of the reply is too long.');
    }
  }
  takeLines(`${decoder.decode()}\n`);
}
