/** What the other features use of this one. */
export { FreezeCard } from './FreezeCard';
