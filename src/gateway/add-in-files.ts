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
  const files = createStaticFiles(folder, 'workbench.html');
  return async (request) => {
    const { pathname } = new URL(request.url);
    const found = await files(request);
    if (found === undefined) return undefined;
    if (!NAMES_ITS_ORIGIN.has(pathname) || found.status !== 200) return found;
    const headers = new Headers(found.headers);
    // The text depends on the address, but the file's own tag does not.
    headers.delete('etag');
    return new Response((await found.text()).replaceAll(BUILT_ORIGIN, publicUrl()), { headers });
  };
}
