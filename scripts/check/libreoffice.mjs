/**
 * `npm run test:libreoffice`: saves a workbook as the workbench does, opens it in LibreOffice and
 * compares what it shows there. A command of its own, since LibreOffice is large.
 */
import { findLibreOffice } from '../libreoffice.mjs';
import { ensureInstalled } from '../installation.mjs';
import { runNode } from '../command.mjs';

const program = findLibreOffice();
if (program === undefined) {
  console.error(
    'LibreOffice is not here. On Debian or Ubuntu: apt-get install --no-install-recommends ' +
      'libreoffice-calc; elsewhere from libreoffice.org. Or set SOFFICE to the path of soffice, ' +
      'and run this again.',
  );
  process.exit(1);
}
await ensureInstalled();
const { code } = await runNode(
  'node_modules/jest/bin/jest.js',
  ['--selectProjects', 'libreoffice', '--runInBand'],
  { show: true, env: { SOFFICE: program } },
);
process.exit(code);
