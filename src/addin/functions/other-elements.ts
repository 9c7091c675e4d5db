// The elements of functions that many sheets do not use, fetched together when one is first used.
// This way attributes of coordinates load faster.
export { addressLocations, scoredAddressLocations } from './address-locations';
export { catalogueElements } from './catalogue-elements';
export { scoreElements } from './score-elements';
export { variablesElements } from './variables-elements';
