import { createNodeClock } from '../node/node-clock';
import { runCommandLine } from './command-line';
import { Interrupted } from './command-ports';
import { EXIT, systemFault } from './exit-code';

/** A terminal sends Ctrl+C to npm and to this process, which then receives it twice. */
const ECHO_MS = 200;

/** For calls that were on their way when the reader left. */
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
// `npm run locus` is gone, perhaps killed: nothing else would end this process.
process.on('disconnect', interrupt);
let isResultElsewhere = false;
let isUnread = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The result goes to a file, so the work goes on.
  if (isResultElsewhere) return;
  // The reader has closed the output, as `head` does: what has been sent is still waited for and
  // kept, so that it is not paid for again.
  if (error.code === 'EPIPE') {
    isUnread = true;
    // Nobody waits for words either.
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
  // Nothing that is still open is needed.
  process.stdout.write('', () => process.exit());
});
