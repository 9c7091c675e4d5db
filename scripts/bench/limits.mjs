/** `npm run bench:limits`: Locus and two others against services that refuse. Takes minutes. */
import { run } from '../command.mjs';
import { ensureInstalled } from '../installation.mjs';

await ensureInstalled();
const { bundleProgram } = await import('./bundle.mjs');
const { code, output } = await run(process.execPath, [await bundleProgram('limits')]);
console.log(output);
process.exitCode = code;
