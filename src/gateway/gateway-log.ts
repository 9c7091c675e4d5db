import { pino } from 'pino';
import { visibleJson } from '../engine/language/visible-text';

/** One request, as it is logged: never a token, a place or a body. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly person: string | undefined;
  /** Of the caller's trace, if the request named one. */
  readonly traceId: string | undefined;
}

export interface GatewayLog {
  answered(request: AnsweredRequest): void;
  /** Something of ours broke. The error's message is not logged: it may hold what was asked. */
  failed(error: unknown): void;
  event(name: string, facts?: Readonly<Record<string, string | number>>): void;
  /** Like an event, for people who read only what they may have to act on. */
  warning(name: string, facts: Readonly<Record<string, string | number>>): void;
  /** Writes what is buffered, unless the destination takes nothing. */
  close(): Promise<void>;
}

/** JSON lines to standard error: standard output is for the person who starts the gateway. */
export function createGatewayLog(level: string): GatewayLog {
  const destination = pino.destination({
    dest: 2,
    sync: false,
    minLength: 4096,
    maxLength: MOST_UNWRITTEN,
  });
  // A full disk must not stop the gateway: what it does not take is retried, up to MOST_UNWRITTEN.
  destination.on('error', () => undefined);
  const logger = pino(
    {
      level,
      base: null,
      hooks: { streamWrite: visibleJson },
      redact: {
        paths: ['key', 'token', 'authorization', '*.key', '*.token', '*.address', '*.lat', '*.lng'],
        remove: true,
      },
    },
    destination,
  );
  const logsRequests = logger.isLevelEnabled('info');
  const flushing = setInterval(() => logger.flush(), FLUSH_MS).unref();
  return {
    answered: (request) => {
      if (!logsRequests) return;
      logger.info({ ...request, ms: Math.round(request.ms * 10) / 10 }, 'answered');
    },
    failed: (error) => {
      const { name, code, stack } = error as { name?: string; code?: string; stack?: string };
      // Where, but not what: a message may quote a request.
      const at = stack?.split('\n').filter((line) => /^\s+at /.test(line));
      logger.error({ name, code, at }, 'failed');
    },
    event: (name, facts = {}) => logger.info(facts, name),
    warning: (name, facts) => logger.warn(facts, name),
    close: async () => {
      clearInterval(flushing);
      // The destination's synchronous flush would retry forever.
      await new Promise<void>((resolve) => {
        destination.once('error', () => resolve());
        destination.flush(() => resolve());
        setTimeout(resolve, PATIENCE_MS).unref();
      });
      destination.destroy();
    },
  };
}

const FLUSH_MS = 500;
const PATIENCE_MS = 1000;
const MOST_UNWRITTEN = 1_000_000;
