/**
 * Replaces rtl-css-js, which mirrors styles for languages that are written from right to left.
 * Locus speaks none: a test fails as soon as it does.
 */
export const convert = (styles) => styles;

export const convertProperty = (key, value) => ({ key, value });
