'use strict';
const { transform } = require('sucrase');

/** For webpack, as strip-types.cjs is for Jest: a bundle of tests needs no compiler, which takes seconds. */
module.exports = function stripTypes(text) {
  return transform(text, {
    transforms: ['typescript', ...(this.resourcePath.endsWith('x') ? ['jsx'] : [])],
    jsxRuntime: 'automatic',
    production: true,
    disableESTransforms: true,
    filePath: this.resourcePath,
  }).code;
};
