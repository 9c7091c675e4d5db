'use strict';
const { readFileSync } = require('node:fs');
const path = require('node:path');
const ts = require('typescript');

/** The table from an error's code to what a cell shows. */
const CELL_MESSAGES_FILE = path.join(__dirname, '../src/engine/language/cell-messages.ts');
/** Replaces what a message quotes. */
const ANYTHING = '…';
/** What programs say instead. */
const PROGRAM_MESSAGES_FILE = path.join(CELL_MESSAGES_FILE, '../program-messages.ts');

/**
 * What cells say, in the order of the table: `{ code, error, messages }`, where `error` is what the
 * cell shows and `messages` begins with the plain message; others are of the code's details. "…"
 * replaces what a message quotes.
 */
function readCellMessages(file = CELL_MESSAGES_FILE) {
  const { CELL_MESSAGES, kindOf, sentence } = evaluate(file);
  const cases = Object.entries(CELL_MESSAGES);
  const messagesOf = (code) =>
    cases
      .filter(([name]) => name === code || name.startsWith(`${code}/`))
      .map(([, text]) => sentence(text, [ANYTHING, ANYTHING]));
  return cases
    .filter(([name]) => !name.includes('/'))
    .map(([code]) => ({
      code,
      error: kindOf(code) === 'value' ? '#VALUE!' : '#N/A',
      messages: messagesOf(code),
    }));
}

/**
 * What the command line and a gateway say, in the order of the table: `{ code, terminal, gateway }`,
 * each a list without repetitions. "…" replaces what a message quotes.
 */
function readProgramMessages() {
  const { CELL_MESSAGES, sentence, written } = evaluate(CELL_MESSAGES_FILE);
  const { PROGRAM_MESSAGES } = evaluate(PROGRAM_MESSAGES_FILE);
  const quoted = [ANYTHING, ANYTHING];
  const cases = Object.entries(PROGRAM_MESSAGES).map(([name, { terminal, gateway }]) => ({
    code: name.split('/')[0],
    terminal: sentence({ ...CELL_MESSAGES[name], ...terminal }, quoted),
    gateway: written(gateway, quoted),
  }));
  return [...new Set(cases.map(({ code }) => code))].map((code) => {
    const own = cases.filter((each) => each.code === code);
    const distinct = (of) => [...new Set(own.map((each) => each[of]))];
    return { code, terminal: distinct('terminal'), gateway: distinct('gateway') };
  });
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

module.exports = { CELL_MESSAGES_FILE, readCellMessages, readProgramMessages };
