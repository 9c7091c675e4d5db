/** What the other features use of this one. */
export { useOpenCatalogue } from './use-open-catalogue';
export { useUsedNames } from './use-used-names';
