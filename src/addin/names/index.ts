/** What the other features use of this one. */
export { useEntries, useOpenCatalogue } from './use-open-catalogue';
export { useUsedNames } from './use-used-names';
