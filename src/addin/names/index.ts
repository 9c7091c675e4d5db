/** What the other features use of this one. */
export { useDescribedNames, useEntries, useOpenCatalogue, useUsedNames } from './use-names';
