import { BorderStyleTypes } from '@univerjs/core';

/** The names of line styles in a file, and Univer's styles. */
export const BORDER_STYLES: readonly { readonly name: string; readonly style: BorderStyleTypes }[] =
  [
    { name: 'thin', style: BorderStyleTypes.THIN },
    { name: 'hair', style: BorderStyleTypes.HAIR },
    { name: 'dotted', style: BorderStyleTypes.DOTTED },
    { name: 'dashed', style: BorderStyleTypes.DASHED },
    { name: 'dashDot', style: BorderStyleTypes.DASH_DOT },
    { name: 'dashDotDot', style: BorderStyleTypes.DASH_DOT_DOT },
    { name: 'double', style: BorderStyleTypes.DOUBLE },
    { name: 'medium', style: BorderStyleTypes.MEDIUM },
    { name: 'mediumDashed', style: BorderStyleTypes.MEDIUM_DASHED },
    { name: 'mediumDashDot', style: BorderStyleTypes.MEDIUM_DASH_DOT },
    { name: 'mediumDashDotDot', style: BorderStyleTypes.MEDIUM_DASH_DOT_DOT },
    { name: 'slantDashDot', style: BorderStyleTypes.SLANT_DASH_DOT },
    { name: 'thick', style: BorderStyleTypes.THICK },
  ];
