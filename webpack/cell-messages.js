'use strict';
const { readFileSync } = require('node:fs');
const path = require('node:path');
const ts = require('typescript');

/** The table from an error's code to what a cell shows. */
const CELL_MESSAGES_FILE = path.join(__dirname, '../src/engine/language/cell-messages.ts');
/** Replaces what a message quotes. */
const ANYTHING = '…';

/**
 * What cells say, in the order of the table: `{ code, error, messages }`, where `error` is what the
 * cell shows and `messages` begins with the plain message. "…" replaces what a message quotes.
 */
function readCellMessages(file = CELL_MESSAGES_FILE) {
  const { CELL_MESSAGES, sentence } = evaluate(file);
  return Object.entries(CELL_MESSAGES).map(([code, text]) => {
    const variants = [{}, text.about?.(ANYTHING), text.status?.(502), ...budgets(text)];
    const said = variants.filter((variant) => variant !== undefined);
    return {
      code,
      error: text.kind === 'value' ? '#VALUE!' : '#N/A',
      messages: said.map((variant) => sentence({ ...text, ...variant })),
    };
  });
}

function budgets(text) {
  if (text.budget === undefined) return [];
  return [0, 1, 2, 3].map((kind) =>
    text.budget({ isShared: kind > 1, isOfDay: kind % 2 === 0, amount: ANYTHING, when: ANYTHING }),
  );
}

/**
 * The exports of a TypeScript file that imports only types; running webpack for it would be too
 * much.
 */
function evaluate(file) {
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
    fileName: file,
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exported = {};
  const refuse = (name) => {
    throw new Error(`${file} imports ${name}: it must import types alone, for the build reads it`);
  };
  new Function('exports', 'require', outputText)(exported, refuse);
  return exported;
}

module.exports = { CELL_MESSAGES_FILE, readCellMessages };
