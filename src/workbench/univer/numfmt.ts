import { deviceFormats } from '../local-formats';
import { createLocalNumfmt } from './local-numfmt';

/** The module that Univer imports in place of the package `numfmt`: see webpack.config.js. */
export * from 'numfmt';
export const { format, parseDate, parseNumber } = createLocalNumfmt(deviceFormats());
