/** What the other features use of this one. */
export { useEntries, useOpenCatalogue } from './use-names';
export { useUsedNames } from './use-names';
