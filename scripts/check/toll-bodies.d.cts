/** What is sent to a door, and by whom; without a mark by somebody whose budget is 0. */
export interface TollBody {
  /** @param seed another one for each request, so that nothing is known already. */
  make(seed: number): {
    readonly query?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: Buffer;
  };
  readonly isStranger?: boolean;
  readonly isPaid?: boolean;
  /** By an administrator of everything. */
  readonly isAdministrators?: boolean;
  readonly isNeverEnding?: boolean;
  readonly isCancelled?: boolean;
  /** The reply is read a byte a second. */
  readonly isReadSlowly?: boolean;
  /** Each byte is a chunk of its own. */
  readonly isInLetters?: boolean;
}

export type DoorKind =
  'lines' | 'batches' | 'tools' | 'call' | 'json' | 'nothing' | 'people' | 'trail';

/** @param scale 1 for the largest that may be sent. */
export function tollBodies(
  scale?: number,
): Readonly<Record<DoorKind, Readonly<Record<string, TollBody>>>>;
