import { findBrowser } from '../browser.cjs';
import { build, isBuilt } from '../build.mjs';
import { run } from '../command.mjs';
import { ensureInstalled } from '../installation.mjs';

/** `--small`, which every benchmark takes: all of it in seconds, to see that it runs. */
export const SMALL = { small: { type: 'boolean', default: false } };

/**
 * Prepares a program of scripts/bench; resolves with what runs it and reads the figures that it
 * writes as its last line of JSON.
 *
 * @param options.flags Node's own.
 * @param options.small also takes the add-in as it was built last, as the tests do.
 * @param options.needsAddIn the program opens the built add-in in a browser.
 */
export async function prepareProgram(name, { small, flags = [], needsAddIn = false }) {
  await ensureInstalled();
  if (needsAddIn) {
    if (!small && !isBuilt({ forAnyOrigin: true }) && !(await build())) process.exit(1);
    process.env.CHROMIUM ??= findBrowser() ?? '';
  }
  // Needs the packages, so it is loaded once they are installed.
  const { bundleProgram } = await import('./bundle.mjs');
  const program = await bundleProgram(name);
  return async (...args) => {
    const given = small ? [...args, '--small'] : args;
    const { code, output } = await run(process.execPath, [...flags, program, ...given]);
    const figures = output.split('\n').findLast((line) => /^[[{]/.test(line));
    if (code !== 0 || figures === undefined) {
      throw new Error(`bench ${[name, ...given].join(' ')} failed:\n${output}`);
    }
    return JSON.parse(figures);
  };
}
