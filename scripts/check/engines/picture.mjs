const WIDTH = 800;
const LEFT = 190;
const RIGHT = 270;
const BAR = 22;
const APART = 36;
const WAYS = {
  gateway: 'through Locus',
  direct: 'straight',
  distinct: 'straight, once each',
};
const NAMES = { spark: 'Spark', dask: 'Dask' };

/** The calls of each job as a bar, against the least, as SVG. */
export function pictureOf(results, least) {
  const most = Math.max(...results.map(({ calls }) => calls));
  const scale = (WIDTH - LEFT - RIGHT) / most;
  const height = 74 + results.length * APART;
  const needed = Math.round(least * scale);
  const bars = results.map(({ engine, way, calls, counts }, at) => {
    const top = 42 + at * APART;
    const width = Math.max(needed, Math.round(calls * scale));
    const again = counts.score.repeated;
    const more = again > 0 ? `, ${written(again)} scores again` : '';
    const inRed = width - needed;
    return [
      `<text x="${LEFT - 10}" y="${top + 16}" text-anchor="end">${NAMES[engine]}, ${WAYS[way]}</text>`,
      `<rect x="${LEFT}" y="${top}" width="${needed}" height="${BAR}" fill="#0f6cbd"/>`,
      `<rect x="${LEFT + needed}" y="${top}" width="${inRed}" height="${BAR}" fill="#c4314b"/>`,
      `<text x="${LEFT + width + 8}" y="${top + 16}">${written(calls)} calls${more}</text>`,
    ].join('');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Calls at the service, through Locus and without it" font-family="Segoe UI, Arial, sans-serif" font-size="13" fill="#242424">
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
<text x="12" y="24" font-size="15" font-weight="600">Calls at the service for the same rows, one of three workers killed</text>
${bars.join('\n')}
<text x="${LEFT}" y="${height - 10}" fill="#616161">Blue: the least, ${written(least)}. Red: paid for again.</text>
</svg>
`;
}

function written(value) {
  return value.toLocaleString('en-US');
}
