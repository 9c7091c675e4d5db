/** `npm start`: installs and builds where needed, then runs the sample service and the workbench. */
import { runProgram } from './run-program.mjs';

await runProgram('build/server.cjs', 'start');
