/** A box around India and its islands, with a little sea: no place in India lies outside. */
const INDIA = { south: 6, north: 37.5, west: 68, east: 97.6 };

/** Whether coordinates in degrees are in a box around India and its islands. */
export function isAboutIndia(lat: number, lng: number): boolean {
  const { south, north, west, east } = INDIA;
  return lat >= south && lat <= north && lng >= west && lng <= east;
}
