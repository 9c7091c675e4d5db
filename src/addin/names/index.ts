/** What the other features use of this one. */
export { useDescribedNames, useEntries, useOpenCatalogue } from './use-names';
export { useUsedNames } from './use-names';
