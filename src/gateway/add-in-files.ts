import { createStaticFiles } from '../sample/static-files';

/** The origin that the build writes into the manifest and functions.json by default. */
const BUILT_ORIGIN = 'https://localhost:3000';
const NAMES_ITS_ORIGIN = new Set(['/manifest.xml', '/manifest.json', '/functions.json']);
const WORKBENCH = 'workbench.html';

/**
 * Serves the built add-in. Its manifest and functions name the address at which people reach it.
 * Its workbench learns that it stands before a team's service, so that it opens empty: the sample
 * workbook would spend the team's budget.
 */
export function createAddInFiles(
  folder: string,
  publicUrl: () => string,
): (request: Request) => Promise<Response | undefined> {
  return createStaticFiles(folder, WORKBENCH, (path, bytes) => {
    if (path === `/${WORKBENCH}`) {
      return Buffer.from(bytes.toString().replace('<html', '<html data-service="gateway"'));
    }
    return NAMES_ITS_ORIGIN.has(path)
      ? Buffer.from(bytes.toString().replaceAll(BUILT_ORIGIN, publicUrl()))
      : bytes;
  });
}
