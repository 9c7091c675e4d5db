import { ownField } from '../contract/checked';
import { parseJson } from '../contract/json-text';
import { withTimeout } from '../lookup';
import type { CancelSignal } from '../lookup';
import { eachLine } from './reply-lines';
import { CAREFULLY, offline } from './service-call';
import type { ServiceCallPorts, ServiceCallResult } from './service-call';

/** Where a gateway takes many questions in one request. */
export interface BulkAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Calls that travel together. Those that are made within a tick leave in one request; each settles
 * as its line of the reply arrives.
 */
export interface BulkCalls {
  /**
   * As `callService` does it: never rejects, and settles within the time-out or when the signal
   * aborts. A line that never came, of a reply that did, is `offline`.
   *
   * @param body the contract's, with the model where it is a score's.
   */
  call(to: BulkAddress, body: object, signal: CancelSignal): Promise<ServiceCallResult>;
}

export interface BulkCallsOptions extends ServiceCallPorts {
  /** What is there takes no such request: it is no gateway, or none any more. */
  readonly onNotThere: (to: BulkAddress) => void;
}

/** What a gateway takes in one request. */
const MOST_LINES = 1000;
const MOST_CHARACTERS = 900_000;
/**
 * A browser makes six requests to one origin at once; what waits for one of these travels with
 * more. The others are left to whatever else the page asks for.
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
    const { to } = waiting[0] as WaitingCall;
    const together: WaitingCall[] = [];
    let characters = 0;
    waiting = waiting.filter((call) => {
      if (call.isOver) return false;
      const fits = together.length < MOST_LINES && characters + call.line.length < MOST_CHARACTERS;
      if (!fits || !isSame(call.to, to)) return true;
      together.push(call);
      call.hasLeft = true;
      characters += call.line.length + ID_LENGTH;
      return false;
    });
    if (together.length === 0) return;
    requests += 1;
    void exchange(to, together).finally(() => {
      requests -= 1;
      if (waiting.length > 0) leaveSoon();
    });
  }

  async function exchange(to: BulkAddress, calls: readonly WaitingCall[]): Promise<void> {
    const abort = new AbortController();
    const wasOnline = online();
    let hasReplied = false;
    let left = calls.length;
    for (const call of calls) {
      call.onOver = () => {
        left -= 1;
        // Nobody waits for the rest of the reply.
        if (left === 0) abort.abort();
      };
    }
    try {
      const response = await fetch(to.url, {
        ...CAREFULLY,
        method: 'POST',
        headers: { 'Content-Type': 'application/x-ndjson', ...to.headers },
        body: calls.map(({ line }, id) => `{"id":${id},${line.slice(1)}\n`).join(''),
        signal: abort.signal,
      });
      hasReplied = true;
      const retryAfter = response.headers.get('Retry-After');
      const now = clock.now();
      const isTaken = response.ok;
      let refusal = '';
      await eachLine(response, (line) => {
        if (!isTaken) {
          refusal += line;
          return;
        }
        const json = parseJson(line);
        const id = ownField(json, 'id');
        const call = typeof id === 'number' ? calls[id] : undefined;
        const status = ownField(json, 'status');
        const httpStatus = typeof status === 'number' ? status : response.status;
        const reply = { httpStatus, text: line, reason: reasonOf(ownField(json, 'reason')), now };
        call?.end({ kind: 'replied', reply, isCut: false });
      });
      if (isTaken) return;
      if (NOT_THERE.has(response.status)) onNotThere(to);
      // Of the whole request: none of the calls was made.
      const reason = response.headers.get('x-locus-reason');
      const reply = { httpStatus: response.status, text: refusal, retryAfter, reason, now };
      for (const call of calls) call.end({ kind: 'replied', reply, isCut: false });
    } catch (error) {
      const lost = hasReplied ? CUT : offline(error, wasOnline || online());
      for (const call of calls) call.end(lost);
    } finally {
      for (const call of calls) call.end(CUT);
    }
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
      }).then((result) => result ?? (call.hasLeft ? TIMED_OUT : { ...TIMED_OUT, isUnsent: true }));
    },
  };
}

class WaitingCall {
  isOver = false;
  hasLeft = false;
  onOver = (): void => {};
  readonly ended: Promise<ServiceCallResult>;
  private settle: (result: ServiceCallResult) => void = () => {};

  constructor(
    readonly to: BulkAddress,
    /** Its JSON, but for the id. */
    readonly line: string,
  ) {
    this.ended = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  end(result: ServiceCallResult): void {
    if (this.isOver) return;
    this.isOver = true;
    this.settle(result);
    this.onOver();
  }
}

function reasonOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function isSame(one: BulkAddress, other: BulkAddress): boolean {
  return one.url === other.url && JSON.stringify(one.headers) === JSON.stringify(other.headers);
}

const TIMED_OUT: ServiceCallResult = { kind: 'timed-out' };
const CUT: ServiceCallResult = { kind: 'offline' };
const NOT_THERE: ReadonlySet<number> = new Set([404, 405, 410]);
const ID_LENGTH = 12;
