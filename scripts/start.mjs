/** `npm start`: installs and builds where needed, then runs the sample service and the workbench. */
import { runProgram } from './run-program.mjs';

// What Excel loads is built while the person already looks at the workbench.
const parts = ['server', 'workbench', 'pages'];
await runProgram('build/server.cjs', 'start', { parts, later: true });
