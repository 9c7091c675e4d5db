/** What the other features use of this one. */
export { undoneBlocks } from './frozen-areas';
export { FreezeCard } from './FreezeCard';
