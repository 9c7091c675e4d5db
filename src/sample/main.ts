import { parseArgs } from 'node:util';
import { openBrowser } from './browser';
import { startServer } from './server';

/**
 * Starts the server: `node build/server.cjs [--port n] [--dist folder] [--open] [--reload]`. The
 * environment sets more: PORT, HOST, DIST_DIR, OPEN_BROWSER (0 or 1), SAMPLE_DELAY_MS,
 * SAMPLE_UNKNOWN_NAMES (absent or reject).
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      dist: { type: 'string' },
      open: { type: 'boolean' },
      reload: { type: 'boolean' },
    },
    strict: true,
  });
  const { HOST, DIST_DIR, SAMPLE_UNKNOWN_NAMES } = process.env;
  const server = await startServer({
    port: wholeNumber('PORT', values.port ?? process.env['PORT'], 3000),
    distDir: String(values.dist ?? DIST_DIR ?? './dist'),
    delayMs: wholeNumber('SAMPLE_DELAY_MS', process.env['SAMPLE_DELAY_MS'], 0),
    unknownNames: SAMPLE_UNKNOWN_NAMES === 'reject' ? 'reject' : 'absent',
    ...(HOST ? { host: HOST } : {}),
    ...(values.reload === true ? { onBuilt } : {}),
    ...(process.env['LOCUS_BUILDING'] === '1' ? { whenWhole: built() } : {}),
  });
  console.log(`Locus is at ${server.address} (sample data; press Ctrl+C to stop)`);
  if (values.open === true || wantsBrowser()) openBrowser(server.address);
  const stop = (): void => void server.stop().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  // The process that started this one has ended, perhaps killed, so nothing else would end it.
  process.once('disconnect', stop);
}

/** `npm run dev` sends a message after each build. */
function onBuilt(notify: () => void): () => void {
  process.on('message', notify);
  return () => void process.off('message', notify);
}

/** `npm start` sends a message once it has built the rest. */
function built(): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['message', 'disconnect']) process.once(event, () => resolve());
  });
}

/**
 * Follows OPEN_BROWSER; without it, whether a person with a screen has started this in a terminal.
 */
function wantsBrowser(): boolean {
  const { OPEN_BROWSER, DISPLAY, WAYLAND_DISPLAY, CI } = process.env;
  if (OPEN_BROWSER) return !['0', 'false', 'no', 'none'].includes(OPEN_BROWSER.toLowerCase());
  const hasScreen = process.platform !== 'linux' || Boolean(DISPLAY ?? WAYLAND_DISPLAY);
  return hasScreen && process.stdout.isTTY && !CI;
}

function wholeNumber(name: string, text: unknown, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  const number = Number(text);
  if (Number.isInteger(number) && number >= 0 && number <= 65_535) return number;
  throw new Error(`${name} must be a whole number from 0 to 65535.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : 'The server could not start.');
  process.exitCode = 1;
});
