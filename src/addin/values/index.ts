/** What the other features use of this one. */
export { ValuesCard } from './ValuesCard';
