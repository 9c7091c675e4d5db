import type { Configuration } from 'webpack';

/** The part of a child process that `develop` uses. */
export interface StartedServer extends NodeJS.EventEmitter {
  readonly connected: boolean;
  readonly exitCode: number | null;
  readonly signalCode: string | null;
  send(message: 'built'): unknown;
  kill(signal: string): unknown;
}

export function develop(
  configurations: readonly Configuration[],
  options: {
    readonly start: () => StartedServer;
    readonly say: (text: string) => void;
    readonly colors?: boolean;
  },
): { close(signal?: string): Promise<void> };
