import { createAttributes, type Attributes } from './attributes';
import { createGeocoder, type Geocode } from './geocoder';
import type { SampleData } from './sample-data';

/** What the data says about places. It never changes, so several services may share one. */
export interface SampleAtlas {
  readonly attributes: Attributes;
  readonly geocode: Geocode;
}

/** Prepares the atlas, which takes about a second for all of India. */
export function createSampleAtlas(data: SampleData): SampleAtlas {
  return {
    attributes: createAttributes(data),
    geocode: createGeocoder(data),
  };
}
