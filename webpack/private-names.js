'use strict';
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/**
 * Names of private members that a minimizer may shorten: those that occur in a single file, and
 * there only as members of `this`. So no other script can mean them, and none is a field of what is
 * stored or sent. Names of one word stay, since a library may use the same.
 *
 * @param folder is searched with all that is in it
 */
function privateNames(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const uses = new Map();
  for (const text of files) {
    for (const word of new Set(text.match(/\w+/g))) uses.set(word, (uses.get(word) ?? 0) + 1);
  }
  return files.flatMap((text) => privateIn(text).filter((name) => uses.get(name) === 1)).sort();
}

function privateIn(text) {
  const declared = new Set([...text.matchAll(DECLARED)].map(([, name]) => name));
  return [...declared].filter((name) => {
    if (name.length < 5 || !/[a-z][A-Z]/.test(name)) return false;
    const own = text.replaceAll(new RegExp(`(?:${MODIFIERS}|\\bthis\\.)${name}\\b`, 'g'), '');
    return !new RegExp(`\\b${name}\\b`).test(own);
  });
}

const MODIFIERS = '\\bprivate (?:(?:static|readonly|async|get|set) )*';
const DECLARED = new RegExp(`${MODIFIERS}(\\w+)`, 'g');

module.exports = { privateNames };
