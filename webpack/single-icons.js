'use strict';
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const LIBRARY = join(__dirname, '../node_modules/@fluentui/react-icons/lib');
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*['"]@fluentui\/react-icons['"]/g;
let files;

/**
 * A loader that lets a script import single icons. Fluent has twenty thousand, 16 MB in files of a
 * thousand, a line each, and an index of all of them, which webpack would have to read to leave out
 * those that nobody names.
 *
 * - Where icons are imported from the index, each is imported from its file, as `chunk-3.js?NAME`.
 * - Of such a file, the icon of this name is left.
 * - The index has what is no icon, such as `bundleIcon`.
 */
module.exports = function singleIcons(text) {
  if (!this.resourcePath.startsWith(LIBRARY)) return withSingleIcons(text);
  const icon = this.resourceQuery.slice(1);
  const isKept = (line) =>
    icon === '' ? !line.includes('/chunk-') : nameIn(line) === icon || line.startsWith('import ');
  return text.split('\n').filter(isKept).join('\n');
};

function withSingleIcons(text) {
  return text.replace(IMPORT, (whole, list) => {
    const names = list.split(',').map((each) => each.trim());
    const fileOf = (each) => fileByIcon().get(each.split(' ')[0]);
    const others = names.filter((each) => fileOf(each) === undefined);
    const icons = names.filter((each) => fileOf(each) !== undefined);
    return [
      ...(others.join('') === '' ? [] : [whole.replace(list, others.join(', '))]),
      ...icons.map((each) => {
        const [name] = each.split(' ');
        return `import { ${each} } from ${JSON.stringify(`${fileOf(each)}?${name}`)}`;
      }),
    ].join('; ');
  });
}

function fileByIcon() {
  files ??= new Map(
    ['icons', 'sizedIcons'].flatMap((folder) =>
      readdirSync(join(LIBRARY, folder))
        .filter((file) => file.endsWith('.js'))
        .map((file) => join(LIBRARY, folder, file))
        .flatMap((file) =>
          readFileSync(file, 'utf8')
            .split('\n')
            .map((line) => [nameIn(line), file]),
        ),
    ),
  );
  return files;
}

/** Undefined where a line is no icon's. */
function nameIn(line) {
  return /^export const (\w+)/.exec(line)?.[1];
}
