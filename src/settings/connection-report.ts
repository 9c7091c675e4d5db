/** How one test of a connection went. Nothing in it is secret, and nothing is the service's own text. */
export type ConnectionReport =
  | {
      readonly kind: 'works';
      readonly elapsedMs: number;
      /** Attributes can be had; under the models' own address nothing answers. */
      readonly isModelServiceAway?: true;
    }
  | ConnectionNotWorking;

export interface ConnectionNotWorking {
  readonly kind: ConnectionFailure;
  /** The status the service gave, where it gave one. */
  readonly status?: number;
  readonly likelyCause?: LikelyCause;
  /** How long the service asked to be left alone. */
  readonly retryAfterMs?: number;
}

/**
 * `refused` the key is not accepted · `out-of-credits` the key is, but has none left ·
 * `unreachable` no reply came · `throttled` asked to slow down · `failed` any other reply.
 */
export type ConnectionFailure =
  'refused' | 'out-of-credits' | 'unreachable' | 'throttled' | 'failed';

/**
 * `offline` this device has no network · `blocked` a proxy, a firewall or the browser's
 * cross-origin rule stood between · `timed-out` nothing came in time · `wrong-address` nothing is
 * there, or something else than the service · `service-error` the service itself failed.
 */
export type LikelyCause = 'offline' | 'blocked' | 'timed-out' | 'wrong-address' | 'service-error';
