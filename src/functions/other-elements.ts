// The elements of functions that many a sheet has none of, fetched together with the first of them:
// attributes are there the sooner.
export { catalogueElements } from './catalogue-elements';
export { scoreElements } from './score-elements';
export { variablesElements } from './variables-elements';
