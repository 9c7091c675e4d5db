import { readAddress, readAddressWithPincode } from '../../engine/places/addresses';
import type { PincodeRule } from '../../engine/places/pincode';
import type { Grid } from './argument-grid';
import { partOf } from './locations';
import type { Locations } from './locations';

export function addressLocations(address: Grid, pincode: Grid, rule?: PincodeRule): Locations {
  return {
    parts: [partOf('address', address), partOf('pincode', pincode)],
    place: (index) => readAddressWithPincode(address.cell(index), pincode.cell(index), rule),
  };
}

export function scoredAddressLocations(address: Grid, rule?: PincodeRule): Locations {
  return {
    parts: [partOf('address', address)],
    place: (index) => readAddress(address.cell(index), rule),
  };
}
