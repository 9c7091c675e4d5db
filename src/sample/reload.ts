import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';

/** Tells open pages when they have been rebuilt. For `npm run dev` only. */
export function createReload(onBuilt: (tell: () => void) => () => void): Hono {
  const app = new Hono();
  app.get('/development/built', (c) =>
    streamSSE(c, async (stream) => {
      // Pages try again every 300 ms, so that they soon find a restarted server.
      await stream.write('retry: 300\n\n');
      const leave = onBuilt(() => void stream.writeSSE({ data: 'built' }));
      await new Promise<void>((resolve) => stream.onAbort(resolve));
      leave();
    }),
  );
  return app;
}
