import { createServer } from 'node:net';

/**
 * A port that nothing listens on now, for a program that must be told one. None of those that the
 * system gives away by itself: another test, or a mere connection, would have it a moment later.
 * That of a Redis in a cluster, 10,000 above, is none of them either.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 11_000 + Math.floor(Math.random() * 11_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
