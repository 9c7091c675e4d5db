/** `npm run locus -- COMMAND`: installs and builds where needed, then runs the command line. */
import { runProgram } from './run-program.mjs';

// npm runs this at the root of the project, but people name files from where they are.
const isByNpm = process.env.npm_lifecycle_event === 'locus';
const cwd = (isByNpm && process.env.INIT_CWD) || process.cwd();
// Standard output belongs to the command.
const options = { parts: ['cli'], cwd, say: console.error, whenKilled: 1 };
await runProgram('build/cli.cjs', 'locus', options);
