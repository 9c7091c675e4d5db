'use strict';
const { join } = require('node:path');

/** What webpack compiles TypeScript with. `npm run types` checks the types; here they are taken out. */
exports.compileTypeScript = {
  loader: require.resolve('ts-loader'),
  options: {
    transpileOnly: true,
    configFile: join(__dirname, '../tsconfig.json'),
    compilerOptions: { noEmit: false },
  },
};
