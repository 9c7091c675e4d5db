import type { Clock } from '../engine/lookup';

/** The hash of this build, which webpack fills in. */
declare const __webpack_hash__: string;

/**
 * Fetches the scripts of this build that nothing has asked for yet, one at a time and only while no
 * cell waits for a call. A script that has run is known to webpack, which then asks for it no more;
 * none of its modules runs before it is needed.
 *
 * builds.json lists the scripts by build, so that those of a newer deployment are never mixed in.
 */
export async function fetchRestOfCode(clock: Clock, isIdle: () => boolean): Promise<void> {
  const reply = await fetch(urlOf('builds.json'), { cache: 'no-cache' });
  const builds = (await reply.json()) as readonly Build[];
  const own = builds.find(({ hash }) => hash === __webpack_hash__);
  const fetched = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
  for (const url of (own?.files ?? []).filter((file) => file.endsWith('.js')).map(urlOf)) {
    if (fetched.has(url)) continue;
    do await pause(clock);
    while (!isIdle());
    await run(url);
  }
}

/** An entry of builds.json, which the build writes. */
interface Build {
  readonly hash: string;
  readonly files: readonly string[];
}

function urlOf(file: string): string {
  return new URL(file, __webpack_public_path__).href;
}

function pause(clock: Clock): Promise<void> {
  return new Promise((resolve) => void clock.schedule(PAUSE_MS, resolve));
}

const PAUSE_MS = 500;

/** Settles even if the script does not arrive: the next one may. */
function run(url: string): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = script.onerror = () => {
      script.remove();
      resolve();
    };
    document.head.append(script);
  });
}
