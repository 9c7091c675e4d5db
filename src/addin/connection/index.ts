/** What the other features use of this one. */
export { KeyInput } from './ConnectionSection';
