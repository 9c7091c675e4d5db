'use strict';

/** Where Univer takes the next sign of a word in an editor: one code point. */
const NEXT_SIGN =
  /const char = \(_src\$match = src\.match\(\/\^\[\\s\\S\]\/gu\)\)[^;]*;(?=\s*if \(char == null\) break;\s*if \(hasSpace\(char\) \|\|)/g;

/**
 * A loader for the package `@univerjs/engine-render`. In an editor and in a wrapped cell it draws
 * each code point by itself, which takes the vowel signs of Hindi from their letters: फ़ीट became
 * फ, a dotted circle, and so on. With this it draws whole letters, by a function of its own.
 */
module.exports = function wholeLetters(source) {
  const found = source.match(NEXT_SIGN) ?? [];
  if (found.length !== 1) throw new Error('@univerjs/engine-render cuts words in another way');
  return source.replace(NEXT_SIGN, 'const char = getFirstGrapheme(src);');
};
