/** What the other features use of this one. */
export { ModelSelect } from './ModelSelect';
