import { createStaticFiles } from '../sample/static-files';

/** The origin that the build writes into the manifest and functions.json by default. */
const BUILT_ORIGIN = 'https://localhost:3000';
const NAMES_ITS_ORIGIN = new Set(['/manifest.xml', '/functions.json']);

/**
 * Serves the built add-in. Its manifest and functions name the address at which people reach it.
 */
export function createAddInFiles(
  folder: string,
  publicUrl: () => string,
): (request: Request) => Promise<Response | undefined> {
  return createStaticFiles(folder, 'workbench.html', (path, bytes) =>
    NAMES_ITS_ORIGIN.has(path)
      ? Buffer.from(bytes.toString().replaceAll(BUILT_ORIGIN, publicUrl()))
      : bytes,
  );
}
