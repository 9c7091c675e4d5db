// Prints the outlines of the world's countries as TopoJSON for the pane's map: coarse, but in
// detail where the service's places are.
//   node scripts/make-outline.mjs > assets/outline.json
// From Natural Earth (public domain) by way of the package world-atlas. Cut where east becomes
// west, and to be drawn on a plane as it is: the pane needs no geometry of the sphere.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geoEquirectangular } from 'd3-geo';
import { geoProject } from 'd3-geo-projection';
import { feature, quantize } from 'topojson-client';
import { topology as topologyOf } from 'topojson-server';
import { filter, filterAttachedWeight, presimplify, simplify } from 'topojson-simplify';

const require = createRequire(import.meta.url);
const atlas = JSON.parse(readFileSync(require.resolve('world-atlas/countries-50m.json'), 'utf8'));

/** West, south, east and north, in degrees. */
const DETAILED = [66, 5, 99, 38];
/** A corner stays if its triangle has at least so many square degrees. */
const MIN_AREA = 0.6;
const MIN_ISLAND = 0.0002; // of the sphere, in steradians
const DETAIL = 60;
const GRID = 6_000;
/** As fine as the source, so that borders are still recognised as shared. */
const FINE_GRID = 100_000;

/** Degrees to degrees: longitude to the right, latitude upwards, no corner added. */
const PLANE = geoEquirectangular()
  .scale(180 / Math.PI)
  .translate([0, 0])
  .reflectY(true)
  .precision(0);

const cut = geoProject(feature(atlas, atlas.objects.countries), PLANE);
const topology = presimplify(topologyOf({ countries: cut }, FINE_GRID));
for (const arc of topology.arcs) {
  for (const point of arc) {
    if (isDetailed(point)) point[2] *= DETAIL;
  }
}
const { countries } = topology.objects;
const slim = {
  ...topology,
  objects: {
    countries: {
      type: 'GeometryCollection',
      geometries: countries.geometries.map(({ type, arcs }) => ({ type, arcs })),
    },
  },
};
const simple = simplify(slim, MIN_AREA);
// Islands that have become specks.
const clean = filter(simple, filterAttachedWeight(simple, MIN_ISLAND));
process.stdout.write(JSON.stringify(quantize(clean, GRID)));

function isDetailed([longitude, latitude]) {
  const [west, south, east, north] = DETAILED;
  return longitude > west && longitude < east && latitude > south && latitude < north;
}
