'use strict';

const DEFAULT_ORIGIN = 'https://localhost:3000';

/**
 * Where the built pages will be served from: a bare https origin, because Office loads nothing
 * else. Throws with what was given and what is wanted.
 */
function deploymentOrigin(given) {
  if (given === undefined) return DEFAULT_ORIGIN;
  const wanted = `give a bare https origin, such as --env origin=https://locus.example.com`;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined) throw new Error(`origin ${JSON.stringify(given)} is no URL: ${wanted}`);
  if (url.protocol !== 'https:') throw new Error(`origin ${given} is not https: ${wanted}`);
  // One trailing slash is how browsers copy an origin; anything more would be lost or doubled.
  if (url.origin !== given.replace(/\/$/, '').toLowerCase()) {
    throw new Error(`origin ${given} has more than scheme, host and port: ${wanted}`);
  }
  return url.origin;
}

/** The manifest of this repository, changed to another origin. */
function manifestFor(origin, manifest) {
  return manifest.replaceAll(DEFAULT_ORIGIN, origin);
}

module.exports = { DEFAULT_ORIGIN, deploymentOrigin, manifestFor };
