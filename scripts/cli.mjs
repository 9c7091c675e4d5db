/** `npm run locus -- COMMAND`: installs and builds where needed, then runs the command line. */
import { runProgram } from './run-program.mjs';

// npm runs this at the root of the project; files are named from where the person is.
const isByNpm = process.env.npm_lifecycle_event === 'locus';
const cwd = (isByNpm && process.env.INIT_CWD) || process.cwd();
// Standard output is the command's own.
const options = { parts: ['cli'], cwd, say: console.error, whenKilled: 1 };
await runProgram('build/cli.cjs', 'locus', options);
