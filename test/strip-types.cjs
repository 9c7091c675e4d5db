const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { transform } = require('sucrase');
const { version } = require('sucrase/package.json');

const self = createHash('sha1').update(readFileSync(__filename)).update(version).digest('hex');

/**
 * Makes TypeScript, and ES modules of packages, to what Jest loads. Types are only taken out, since
 * `npm run types` checks them: that takes a tenth of the compiler's time, and every line keeps its
 * number, so that no source map is needed.
 */
module.exports = {
  process(text, path) {
    return { code: transform(text, { ...optionsFor(path), filePath: path }).code };
  },
  getCacheKey(text, path, { instrument, configString }) {
    return createHash('sha1')
      .update([self, path, text, instrument, configString].join('\0'))
      .digest('hex');
  },
};

function optionsFor(path) {
  const transforms = ['imports'];
  if (/\.tsx?$/.test(path)) transforms.push('typescript');
  if (path.endsWith('x')) transforms.push('jsx');
  return { transforms, jsxRuntime: 'automatic', production: true, disableESTransforms: true };
}
