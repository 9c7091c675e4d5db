/**
 * Words that people type in place of words in names. They only help searching and claim nothing:
 * what a topic such as `health` counts is not documented.
 */
export const ALIKE_WORDS: ReadonlyMap<string, string> = new Map([
  ['population', 'people persons residents inhabitants'],
  ['places', 'place poi pois amenities facilities'],
  ['brands', 'brand chain chains'],
  ['total', 'sum overall'],
  ['count', 'number'],
  ['normalised proportion', 'normalized share ratio'],
  ['percent', 'percentage share'],
  ['pincode', 'postal postcode zip pin'],
  ['pop', 'population people'],
  ['health', 'hospital clinic doctor medical medicine healthcare'],
  ['restaurant', 'food dining eatery cafe'],
  ['retail', 'shop store shopping market'],
  ['education', 'school college university'],
]);
