import {
  LOOKUP_ERROR_CODES,
  type CallKind,
  type Claim,
  type ClaimEnd,
  type Claims,
  type Clock,
  type OwnClaim,
  type SourceFailure,
} from '../../engine/lookup';
import { fingerprint } from '../../engine/async/fingerprint';
import { meaningOf } from '../../engine/contract/gateway-reason';
import type { OtherWindows } from './other-windows';

export interface CallClaimsParts {
  readonly windows: OtherWindows;
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>;
}

/**
 * Lets one window of this device at a time ask about a subject. It holds a lock while its call is
 * out, and tells the windows that wait how the call ended. If windows can send no messages or take
 * no locks, each asks on its own.
 */
export function createCallClaims(parts: CallClaimsParts): Claims {
  const { missing } = parts.windows;
  return missing.length === 0 ? new WindowClaims(parts) : { claim: () => UNSHARED };
}

/**
 * How long a lookup waits for a window that may be suspended. After that it is asked here too,
 * which costs a second call at most.
 */
const LOOKUP_TIMEOUT_MS = 10_000;
/** Longer than the 30 s that a call may take. Then nobody knows whether a score was paid for. */
const SCORE_TIMEOUT_MS = 35_000;
/** A message may arrive shortly after its sender has released the lock. */
const GRACE_MS = 300;
/** A claim is kept this long after its end, so that every window gets the message before. */
const LINGER_MS = 1000;
/** A window that has waited in vain does not wait for the same claim again for this long. */
const OVERDUE_MS = 60_000;
const MAX_OVERDUE = 1000;

/** This window's claim: how many of its calls are out, and how to release the lock. */
interface OwnedClaim {
  calls: number;
  unlock(): void;
}

/**
 * What a window posts about a claim: how its call ended, that another window waits for the claim,
 * or that nobody has a call under it.
 */
type ClaimEvent = 'answered' | 'failed' | 'wanted' | 'idle';

interface Message {
  readonly name: string;
  /** Windows of other versions use this field, so its name does not change. */
  readonly word: ClaimEvent;
  readonly failure?: SourceFailure;
}

class WindowClaims implements Claims {
  private readonly owned = new Map<string, OwnedClaim>();
  private readonly claiming = new Map<string, Promise<Claim>>();
  private readonly waiting = new Map<string, Set<(message: Message) => void>>();
  /** For each name, until when this window does not wait for others. */
  private readonly overdue = new Map<string, number>();
  private lingering: string[] = [];
  /** Claims released a short while ago. A window that begins to wait for one gets a message. */
  private recent = new Set<string>();

  constructor(private readonly parts: CallClaimsParts) {
    parts.windows.subscribe(TOPIC, (body) => {
      const message = toMessage(body);
      if (message !== undefined) this.receive(message);
    });
  }

  claim(kind: CallKind, subject: string): Claim | Promise<Claim> {
    // A lock's name holds no address. Two subjects with the same name merely wait for each other.
    const name = `ask ${fingerprint(subject).toString(36)}`;
    const owned = this.owned.get(name);
    if (owned !== undefined) return this.own(name, owned);
    const claiming = this.claiming.get(name);
    if (claiming !== undefined) return claiming.then(() => this.claim(kind, subject));
    if ((this.overdue.get(name) ?? 0) > this.parts.clock.elapsed()) return UNSHARED;
    const claimed = this.lock(kind, name).finally(() => this.claiming.delete(name));
    this.claiming.set(name, claimed);
    return claimed;
  }

  private lock(kind: CallKind, name: string): Promise<Claim> {
    return new Promise((resolve) => {
      const run = (isExclusive: boolean, isTaken: boolean): Promise<void> => {
        if (!isExclusive) {
          resolve(isTaken ? { kind: 'taken', whenOver: this.whenOver(kind, name) } : UNSHARED);
          return Promise.resolve();
        }
        return new Promise((unlock) => {
          const owned: OwnedClaim = { calls: 0, unlock };
          this.owned.set(name, owned);
          resolve(this.own(name, owned));
        });
      };
      void this.parts.windows.exclusively(name, run, 0);
    });
  }

  private own(name: string, owned: OwnedClaim): OwnClaim {
    owned.calls += 1;
    return {
      kind: 'claimed',
      release: (end) => {
        owned.calls -= 1;
        this.announce(name, end);
        if (owned.calls > 0) return;
        if (end.kind === 'unsent') this.releaseIfIdle(name);
        else this.linger(name);
      },
    };
  }

  private announce(name: string, end: ClaimEnd): void {
    if (end.kind === 'answered') this.post({ name, word: 'answered' });
    else if (end.kind === 'unsent') this.post({ name, word: 'idle' });
    else {
      const { kind, code, status, isUnsent } = end as SourceFailure;
      const failure = { kind, code, ...(status === undefined ? {} : { status }) };
      // A call that never left cost nothing: the windows that wait may ask.
      this.post({ name, word: 'failed', ...(isUnsent === true ? {} : { failure }) });
    }
  }

  private linger(name: string): void {
    this.lingering.push(name);
    if (this.lingering.length > 1) return;
    this.parts.clock.schedule(LINGER_MS, () => {
      const names = this.lingering;
      this.lingering = [];
      this.recent = new Set();
      // The claims that ended last have lingered less; a message takes a fraction of that time.
      for (const each of names) this.releaseIfIdle(each);
    });
  }

  private releaseIfIdle(name: string): boolean {
    const owned = this.owned.get(name);
    if (owned === undefined || owned.calls > 0) return false;
    this.owned.delete(name);
    this.recent.add(name);
    owned.unlock();
    return true;
  }

  private receive(message: Message): void {
    const { name, word } = message;
    if (word === 'wanted') {
      if (this.releaseIfIdle(name) || this.recent.has(name)) this.post({ name, word: 'idle' });
      return;
    }
    for (const notify of [...(this.waiting.get(name) ?? [])]) notify(message);
  }

  /**
   * Settles when the window that holds the claim has ended its call, has been closed, or has not
   * answered for too long.
   */
  private whenOver(kind: CallKind, name: string): Promise<SourceFailure | undefined> {
    const { windows, clock } = this.parts;
    const isScore = kind === 'score';
    return new Promise((resolve) => {
      const waiting = this.waiting.get(name) ?? new Set();
      this.waiting.set(name, waiting);
      const end = (failure?: SourceFailure): void => {
        if (!waiting.delete(onEnd)) return;
        if (waiting.size === 0 && this.waiting.get(name) === waiting) this.waiting.delete(name);
        resolve(failure);
      };
      const onEnd = ({ failure }: Message): void =>
        end(isScore && failure !== undefined && mayBePaid(failure) ? failure : undefined);
      waiting.add(onEnd);
      this.post({ name, word: 'wanted' });
      const timeoutMs = isScore ? SCORE_TIMEOUT_MS : LOOKUP_TIMEOUT_MS;
      const onFree = (isExclusive: boolean): Promise<void> => {
        // The window was closed without a message, or is suspended: its score may have been paid
        // for.
        const lost = (): void => end(isScore ? UNKNOWN : undefined);
        if (!waiting.has(onEnd)) this.recent.add(name);
        else if (isExclusive) clock.schedule(GRACE_MS, lost);
        else {
          if (this.overdue.size >= MAX_OVERDUE) this.overdue.clear();
          this.overdue.set(name, clock.elapsed() + OVERDUE_MS);
          lost();
        }
        return Promise.resolve();
      };
      void windows.exclusively(name, onFree, timeoutMs);
    });
  }

  private post(message: Message): void {
    this.parts.windows.post(TOPIC, message);
  }
}

const TOPIC = 'claim';
const UNSHARED: Claim = { kind: 'claimed', release() {} };
const UNKNOWN: SourceFailure = { kind: 'failed', code: 'timed-out' };

/** Whether the failed call may have been charged; if not, the same call may be made again. */
function mayBePaid({ code }: SourceFailure): boolean {
  return !FREE.has(code);
}

const FREE: ReadonlySet<SourceFailure['code']> = new Set([
  'throttled',
  'unavailable',
  'key-refused',
  'out-of-credits',
  'no-key',
]);

/** Windows of other versions post here too. */
function toMessage(body: unknown): Message | undefined {
  const { name, word, failure } = (body ?? {}) as Partial<Message>;
  if (typeof name !== 'string' || typeof word !== 'string') return undefined;
  return failure ? { name, word, failure: toFailure(failure) } : { name, word };
}

/** A call that failed for a reason we don't know may have been paid for. */
function toFailure({ code, status, trouble }: Partial<SourceFailure>): SourceFailure {
  if (code === undefined || !KNOWN.has(code)) return UNKNOWN;
  const known = meaningOf(trouble)?.trouble;
  return {
    kind: 'failed',
    code,
    ...(Number.isInteger(status) && { status }),
    ...(known !== undefined && { trouble: known }),
  };
}

const KNOWN: ReadonlySet<string> = new Set([...LOOKUP_ERROR_CODES, ...FREE]);
