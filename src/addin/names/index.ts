/** What the other features use of this one. */
export { useEntries, useOpenCatalogue } from './use-found-names';
export { useUsedNames } from './use-found-names';
