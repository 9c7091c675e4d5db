'use strict';
const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const ts = require('typescript');

const root = path.join(__dirname, '..');
const TRANSLATE = 't';
/** Attributes that no person reads. */
const MARKS = new Set(
  'appearance as autoComplete className color dir href id intent key lang name rel role shape size target type value'.split(
    ' ',
  ),
);
/** Functions that compare or look up the text they are given, by the last part of their name. */
const LOOK_UPS = new Set(
  'addEventListener closest endsWith get getElementById has includes matchMedia querySelector querySelectorAll startsWith'.split(
    ' ',
  ),
);

/** Every source file that may hold a text for people, by its path from the root. */
function sourceFiles(...folders) {
  return folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
    )
    .map((file) => file.split(path.sep).join('/'))
    .sort();
}

/**
 * The texts of a source file: `messages`, the keys given to `t`, with the names of the values given
 * with each; `faults`, calls of `t` whose key is not a literal; `early`, keys that are read while
 * the module loads; and `unwrapped`, texts that look as if people read them but are not given to
 * `t`.
 */
function readSource(file, text = readFileSync(path.join(root, file), 'utf8')) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found = { messages: [], faults: [], early: [], unwrapped: [] };

  function visit(node, isEarly) {
    if (isNoText(node, source)) return;
    if (ts.isCallExpression(node) && node.expression.getText(source) === TRANSLATE) {
      const [key, values] = node.arguments;
      if (key !== undefined && ts.isStringLiteralLike(key)) {
        found.messages.push({ key: key.text, values: namesOf(values, source) });
        if (isEarly) found.early.push(key.text);
      } else found.faults.push(node.getText(source));
      if (values !== undefined) visit(values, isEarly);
      return;
    }
    const unwrapped = textOf(node, source);
    if (unwrapped !== undefined) found.unwrapped.push(unwrapped);
    const isLater = ts.isFunctionLike(node) || ts.isClassLike(node);
    ts.forEachChild(node, (child) => visit(child, isEarly && !isLater));
  }

  visit(source, true);
  return found;
}

/** The texts of a page before any of its scripts runs, and those that are only read aloud. */
function readPage(file) {
  const html = readFileSync(path.join(root, file), 'utf8');
  const body = html.slice(html.indexOf('<body')).replace(/<!--[^]*?-->/g, '');
  const texts = [
    ...body.matchAll(/>([^<]+)</g),
    ...body.matchAll(/(?:aria-label|title)="([^"]+)"/g),
  ];
  return [...new Set(texts.map(([, text]) => text.trim().replace(/\s+/g, ' ')))].filter(
    (text) => text !== '' && !text.startsWith('Ctrl+'),
  );
}

/** The names of an object's properties; undefined if it is not an object literal. */
function namesOf(values, source) {
  if (values === undefined) return [];
  if (!ts.isObjectLiteralExpression(values)) return undefined;
  return values.properties.map(({ name }) => name?.getText(source) ?? '…');
}

function isNoText(node, source) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) {
    return true;
  }
  if (ts.isNewExpression(node)) return /Error$/.test(node.expression.getText(source));
  if (ts.isJsxAttribute(node)) return MARKS.has(node.name.getText(source));
  return ts.isCallExpression(node) && /^(makeStyles|import)$/.test(node.expression.getText(source));
}

function textOf(node, source) {
  if (ts.isJsxText(node)) {
    const text = node.text.replace(/\s+/g, ' ').trim();
    return /\p{L}{2}/u.test(text) ? text : undefined;
  }
  if (ts.isTemplateExpression(node)) {
    const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
    const hasWord = parts.some((part) =>
      /(^|[^\p{L}\p{N}_-])\p{L}{2,}([^\p{L}\p{N}_-]|$)/u.test(part),
    );
    // A full stop is a text, too: other languages write another one.
    const isEnded = parts.slice(1).some((part) => part.startsWith('. ')) || parts.at(-1) === '.';
    return isEnded || (hasWord && isSentence(parts.join('x'))) ? parts.join('…') : undefined;
  }
  if (!ts.isStringLiteralLike(node) || !isSentence(node.text)) return undefined;
  return isCompared(node, source) ? undefined : node.text;
}

/** Words with a space between them, or a word that begins a sentence; markup is neither. */
function isSentence(text) {
  if (/<[\w?]|\w="/.test(text)) return false;
  return /\p{L}{2,} \S|\S \p{L}{2,}/u.test(text) || /^\p{Lu}\p{Ll}+(?!\p{L})/u.test(text);
}

function isCompared(node, source) {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return /^[!=]==$/.test(parent.operatorToken.getText(source));
  if (ts.isPropertyAssignment(parent)) return parent.name === node;
  if (ts.isCallExpression(parent)) {
    return LOOK_UPS.has(parent.expression.getText(source).split('.').at(-1));
  }
  return ts.isCaseClause(parent) || ts.isElementAccessExpression(parent);
}

/**
 * The messages of cells, with numbers for what they quote: `The service has no model "{1}"`. The
 * code of cells does without `t`, which is too large for it; src/engine/language/cell-text.ts finds the
 * translations. Leaves out texts that say next to nothing alone, or hold a brace.
 */
function cellMessages() {
  return (
    ['src/engine/language', 'src/engine/places', 'src/addin/functions']
      .flatMap((folder) => sourceFiles(folder))
      .filter((file) => !file.includes('/language/') || file.includes('/language/cell-'))
      // Words that headers are compared with, and names of formats.
      .filter((file) => !/-(?:words|encoding|kinds)\.ts$/.test(file))
      .flatMap((file) => readSource(file).unwrapped)
      .filter((text) => !text.includes('{') && /\p{L}{4}/u.test(text))
      .map((text) => {
        let number = 0;
        return text.replace(/…/g, () => `{${(number += 1)}}`);
      })
  );
}

/** Every message there is, each once. */
function allMessages() {
  const given = sourceFiles('src').flatMap((file) =>
    readSource(file).messages.map(({ key }) => key),
  );
  return [...new Set([...given, ...readPage('src/workbench/workbench.html'), ...cellMessages()])];
}

module.exports = { allMessages, readSource, sourceFiles };
