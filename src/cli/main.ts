import { createNodeClock } from '../node/node-clock';
import { runCommandLine } from './command-line';
import { Interrupted } from './command-ports';
import { EXIT, systemFault } from './exit-code';

/** A terminal sends Ctrl+C to npm and to this process, so this process receives it twice. */
const ECHO_MS = 200;

/** How long calls in flight may take once the reader of the output has left. */
const LONGEST_REST_MS = 30_000;

const interrupting = new AbortController();
let interruptedAt: number | undefined;
function interrupt(): void {
  const now = performance.now();
  if (interruptedAt === undefined) {
    interruptedAt = now;
    interrupting.abort(new Interrupted());
  } else if (now - interruptedAt > ECHO_MS) {
    process.exit(EXIT.interrupted);
  }
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
// `npm run locus` has ended, perhaps killed, and nothing else would end this process.
process.on('disconnect', interrupt);
let isResultElsewhere = false;
let isUnread = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The result goes to a file, so the run continues.
  if (isResultElsewhere) return;
  // The reader has closed the output, as `head` does. Answers that are on their way are still
  // awaited and kept, so that they need not be paid for again.
  if (error.code === 'EPIPE') {
    isUnread = true;
    // Nobody reads messages either.
    process.stderr.write = () => true;
    interrupting.abort(new Interrupted());
    setTimeout(() => process.exit(EXIT.done), LONGEST_REST_MS).unref();
    return;
  }
  const { message } = systemFault(error, 'the standard output', 'write');
  process.stderr.write(`${message}\n`, () => process.exit(EXIT.usage));
});
process.stderr.on('error', () => undefined);

void runCommandLine(process.argv.slice(2), {
  input: process.stdin,
  output: process.stdout,
  onResultElsewhere: () => (isResultElsewhere = true),
  messages: process.stderr,
  environment: process.env,
  clock: createNodeClock(),
  interrupted: interrupting.signal,
}).then((code) => {
  process.exitCode = isUnread ? EXIT.done : code;
  if (isUnread) process.exit();
  // Whatever is still open is no longer needed.
  process.stdout.write('', () => process.exit());
});
