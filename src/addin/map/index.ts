/** What the other features use of this one. */
export { pictureOfPlaces } from './page-map';
