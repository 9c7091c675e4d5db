import { deviceFormats } from '../local-formats';
import { createLocalNumfmt } from './local-numfmt';

/** What Univer gets where it asks for the package of this name: see webpack.config.js. */
export * from 'numfmt';
export const { format, parseDate, parseNumber } = createLocalNumfmt(deviceFormats());
