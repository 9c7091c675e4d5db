/** `npm run gateway`: installs and builds where needed, then runs the gateway: see docs/administrators/reference.md. */
import { runProgram } from './run-program.mjs';

const parts = ['gateway', 'server', 'administration', 'add-in', 'workbench', 'pages'];
await runProgram('build/gateway.cjs', 'gateway', { parts });
