/** What the other features use of this one. */
export { useActivityValue } from './use-activity-value';
