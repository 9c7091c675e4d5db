import type { RunningServer, ServerOptions } from '../../src/sample/server';

type Start = (options: ServerOptions) => Promise<RunningServer>;

/**
 * Ports that a process uses again: an origin that a browser has seen is one whose files it has.
 * Two servers at once have two, and so their pages have nothing in common.
 */
export interface Ports {
  /** Starts a server at a free one; at the next, where another program has taken it since. */
  start(options: ServerOptions): Promise<RunningServer>;
  /** To be called when the server at this port has stopped for good. */
  free(port: number): void;
}

export function createPorts(start: Start): Ports {
  const idle: number[] = [];

  return {
    start: (options) => start({ ...options, port: idle.pop() ?? 0 }),
    free: (port) => void idle.push(port),
  };
}
