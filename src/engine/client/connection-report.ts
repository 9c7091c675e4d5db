/** The result of one test of a connection. It holds no secret, and no text from the service. */
export type ConnectionReport =
  | {
      readonly kind: 'works';
      readonly elapsedMs: number;
      /** Attributes work, but nothing answers at the models' own address. */
      readonly isModelServiceAway?: true;
    }
  | ConnectionNotWorking;

export interface ConnectionNotWorking {
  readonly kind: ConnectionFailure;
  /** The status the service gave, where it gave one. */
  readonly status?: number;
  readonly likelyCause?: LikelyCause;
  /** How long the service asked us to wait. */
  readonly retryAfterMs?: number;
}

/**
 * `refused` the service does not accept the key · `out-of-credits` it does, but the key has no
 * credits left · `unreachable` no reply came · `throttled` it asks us to slow down · `failed` any
 * other reply.
 */
export type ConnectionFailure =
  'refused' | 'out-of-credits' | 'unreachable' | 'throttled' | 'failed';

/**
 * `offline` this device has no network · `blocked` a proxy, a firewall or the browser's
 * cross-origin rule stood in the way · `timed-out` no reply came in time · `wrong-address` nothing
 * is there, or something other than the service · `service-error` the service itself failed.
 */
export type LikelyCause = 'offline' | 'blocked' | 'timed-out' | 'wrong-address' | 'service-error';
