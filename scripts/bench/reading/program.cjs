/**
 * The program that reads lists, with each of its rules as something that can be taken out: what
 * `npm run bench:reading -- --earns` runs. Rules are those of src/engine/places that decide about a
 * list: regular expressions, their alternatives, words in lists, numbers that are thresholds.
 */
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join, relative, resolve } = require('node:path');
const { compileFunction } = require('node:vm');
const { transform } = require('sucrase');
const ts = require('typescript');

const root = resolve(__dirname, '../../..');
const PLACES = join(root, 'src/engine/places/');
/** What reads bytes and texts, dates and variables, decides nothing about which cells are places. */
const OTHER_FILES =
  /\/(?:column-letters|dates|delimited-text|fault|file-kinds|pasted-names|text-encoding|variables-text|well-known-binary|workbook-text)\.ts$/;
/** Messages for people are no rules. */
const NO_RULES = /^(?:t|faulty|unusable|quotation|exactQuotation)$/;

const rules = [];
const compiled = new Map();

/** Each way to take a rule out, or to move it. */
function changesOf(rule) {
  const { kind, text, words = [] } = rule;
  const change = (what, to, more) => ({ ...rule, what, to, ...more });
  switch (kind) {
    case 'expression':
      return [
        change(text, ({ flags }) => new RegExp('(?!)', flags)),
        ...alternativesIn(text).map(([gone, left]) =>
          change(`${gone} of ${text}`, ({ flags }) => new RegExp(left, flags), {
            kind: 'alternative',
          }),
        ),
      ];
    case 'words':
      return [
        change(`${words.length} words: ${words.slice(0, 4).join(' ')} …`, () =>
          rule.isText ? '' : [],
        ),
        ...words.map((word) => change(word, without(word), { kind: 'word', word })),
      ];
    default:
      return [
        change(`${text}: doubled`, (number) => number * 2),
        change(`${text}: halved`, (number) => number / 2),
      ];
  }
}

function without(word) {
  return (words) =>
    typeof words === 'string'
      ? words
          .match(/\S+/g)
          .filter((other) => other !== word)
          .join(' ')
      : words.filter((other) => other !== word);
}

/** The alternatives of an expression's groups, each with the expression without it. */
function alternativesIn(literal) {
  const source = literal.slice(1, literal.lastIndexOf('/'));
  const open = [{ from: 0, bars: [] }];
  const found = [];
  const close = (at) => {
    const { from, bars } = open.pop();
    if (bars.length === 0) return;
    const ends = [from - 1, ...bars, at];
    for (let index = 1; index < ends.length; index += 1) {
      const [start, end] = [ends[index - 1] + 1, ends[index]];
      const [cutFrom, cutTo] = index === 1 ? [start, end + 1] : [start - 1, end];
      if (end > start)
        found.push([source.slice(start, end), source.slice(0, cutFrom) + source.slice(cutTo)]);
    }
  };
  let isClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at];
    if (sign === '\\') at += 1;
    else if (isClass) isClass = sign !== ']';
    else if (sign === '[') isClass = true;
    else if (sign === '(')
      open.push({
        from: at + (/^\((?:\?(?:[:=!]|<[=!]))?/.exec(source.slice(at))?.[0].length ?? 1),
        bars: [],
      });
    else if (sign === '|') open.at(-1).bars.push(at);
    else if (sign === ')') close(at);
  }
  close(source.length);
  return found;
}

/** A module's function, compiled once, with its rules marked. */
function compile(path) {
  const known = compiled.get(path);
  if (known !== undefined) return known;
  const text = readFileSync(path, 'utf8');
  const isRuled = path.startsWith(PLACES) && !OTHER_FILES.test(path);
  const { code } = transform(isRuled ? withRules(path, text) : text, {
    transforms: ['imports', 'typescript'],
    disableESTransforms: true,
    filePath: path,
  });
  const made = compileFunction(code, ['exports', 'require', 'module', '$rule'], { filename: path });
  compiled.set(path, made);
  return made;
}

/** Marks each rule in the text, and notes it. */
function withRules(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const edits = [];
  const note = (node, kind, more) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    const id = rules.length;
    rules.push({ id, kind, at: `${relative(PLACES, path)}:${line + 1}`, ...more });
    edits.push([node.getStart(), node.getEnd(), `$rule(${id}, ${node.getText()})`]);
  };
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isInterfaceDeclaration(node))
      return;
    if (ts.isCallExpression(node) && NO_RULES.test(node.expression.getText())) return;
    if (ts.isRegularExpressionLiteral(node)) return note(node, 'expression', { text: node.text });
    const words = wordsIn(node);
    if (words !== undefined)
      return note(node, 'words', { words, isText: ts.isStringLiteralLike(node) });
    if (ts.isNumericLiteral(node) && isThreshold(node)) {
      return note(node, 'threshold', { text: node.parent.getText().replaceAll(/\s+/g, ' ') });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return edits
    .sort((one, other) => other[0] - one[0])
    .reduce((left, [from, to, by]) => left.slice(0, from) + by + left.slice(to), text);
}

/** The words of a list of texts, or of one text with names between blanks. */
function wordsIn(node) {
  const isNamed =
    ts.isStringLiteralLike(node) &&
    ((ts.isCallExpression(node.parent) &&
      /^(?:namesListed|wordsIn)$/.test(node.parent.expression.getText())) ||
      (ts.isPropertyAssignment(node.parent) &&
        /^\S+(?: \S+){2,}$/.test(node.text) &&
        !/[A-Z.]/.test(node.text)));
  if (isNamed) return node.text.match(/\S+/g);
  if (!ts.isArrayLiteralExpression(node)) return undefined;
  const texts = node.elements.map((each) =>
    ts.isStringLiteral(each)
      ? [each.text]
      : ts.isSpreadElement(each) && ts.isArrayLiteralExpression(each.expression)
        ? each.expression.elements.map((inner) =>
            ts.isStringLiteral(inner) ? inner.text : undefined,
          )
        : [undefined],
  );
  const words = texts.flat();
  return words.length > 2 && !words.includes(undefined) ? words : undefined;
}

/** No place of an element, and no sign: 0 and 1 are what counting begins with. */
function isThreshold(node) {
  const { parent } = node;
  if (ts.isElementAccessExpression(parent) || (Number(node.text) <= 1 && !node.text.includes('.')))
    return false;
  if (ts.isCallExpression(parent)) return /^(?:Math|numbered)/.test(parent.expression.getText());
  return !ts.isPropertyAssignment(parent) || !/part/.test(parent.name.getText());
}

class Traced extends RegExp {
  constructor(pattern, flags) {
    super(pattern, flags);
    this.id = pattern.id ?? Traced.next;
  }

  exec(text) {
    const found = super.exec(text);
    if (found !== null) Traced.seen.add(this.id);
    return found;
  }
}

/**
 * The program with one rule changed; with none if it is undefined.
 *
 * @param seen collects the expressions that match something.
 */
function load(change, seen) {
  Traced.seen = seen;
  const modules = new Map();
  const rule = (id, value) => {
    if (change?.id === id) return change.to(value);
    if (typeof value === 'number') seen?.add(id);
    if (seen === undefined || !(value instanceof RegExp)) return value;
    Traced.next = id;
    return new Traced(value.source, value.flags);
  };
  const requireAt = (path) => {
    const known = modules.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(path, module);
    // Most of the time goes into what headers mean, which stays the same unless its rules change.
    if (path === HEADERS && seen === undefined && !change?.at.startsWith('header-words')) {
      module.exports = remembering();
      return module.exports;
    }
    const outside = createRequire(path);
    const inside = (name) => {
      if (!name.startsWith('.')) return outside(name);
      const base = join(dirname(path), name);
      const file = ['.ts', '.tsx', '/index.ts'].map((end) => base + end).find(isThere);
      return requireAt(file ?? base);
    };
    compile(path)(module.exports, inside, module, rule);
    return module.exports;
  };
  return {
    ...requireAt(join(__dirname, 'doors.ts')),
    ...requireAt(join(__dirname, 'lists.ts')),
    ...requireAt(HEADERS),
  };
}

const HEADERS = join(PLACES, 'header-words.ts');
let remembered;

/** The module of headers, which remembers what it was asked. */
function remembering() {
  if (remembered !== undefined) return remembered;
  const module = { exports: {} };
  compile(HEADERS)(module.exports, undefined, module, (_, value) => value);
  remembered = Object.fromEntries(
    Object.entries(module.exports).map(([name, value]) => [
      name,
      typeof value === 'function' ? memo(value) : value,
    ]),
  );
  return remembered;
}

function memo(find) {
  const known = new Map();
  return (...keys) => {
    const key = keys.join('\0');
    if (!known.has(key)) known.set(key, find(...keys));
    return known.get(key);
  };
}

const there = new Map();
function isThere(path) {
  if (!there.has(path)) there.set(path, ts.sys.fileExists(path));
  return there.get(path);
}

module.exports = { changesOf, load, root, rules };
