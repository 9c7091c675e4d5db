'use strict';
const { createHash } = require('node:crypto');
const { exampleOf } = require('./help-example');
const { html, prose, verbatim } = require('./markup');

/** Replaces what a message quotes. */
const ANYTHING = '…';
/** The page that the ribbon opens. */
const INDEX = 'help.html';

/**
 * All help pages as `{ path, text }`: the index, and a page for each function of `metadata`.
 * `words` is what people wrote (assets/help/words.json), `rows` the table of formulas, of which
 * those marked as an example are shown, `messages` what cells say, `style` the style sheet.
 * @throws Error if a function has no words, or if they name something that does not exist.
 */
function helpPages({ metadata, words, rows, messages, style }) {
  const functions = metadata.functions;
  const sheet = style.trim();
  const page = (path, title, main) => ({
    path,
    text: document({ path, title, main, sheet, functions }),
  });
  const strangers = Object.keys(words.functions).filter(
    (id) => !functions.some((each) => each.id === id),
  );
  if (strangers.length > 0) throw new Error(`the help explains what is no function: ${strangers}`);
  return [
    page(INDEX, 'Locus: help', indexMain({ functions, words, messages })),
    ...functions.map((each) => {
      const own = words.functions[each.id];
      if (own === undefined) throw new Error(`the help has no words for ${each.id}`);
      const main = functionMain({ each, own, words, rows, messages });
      return page(pathOf(each.id), `${each.id}: Locus help`, main);
    }),
  ];
}

function pathOf(id) {
  return `help/${id}.html`;
}

function document({ path, title, main, sheet, functions }) {
  const root = path.includes('/') ? '../' : '';
  const link = (target, text) =>
    target === path
      ? html`<a href="${root}${target}" aria-current="page">${text}</a>`
      : html`<a href="${root}${target}">${text}</a>`;
  const hash = createHash('sha256').update(sheet).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; form-action 'none'`;
  // The policy knows the style sheet by its hash, to the last space.
  const styled = verbatim(`<style>${sheet}</style>`);
  return String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta http-equiv="Content-Security-Policy" content="${policy}" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${title}</title>
          <link rel="icon" href="${root}assets/icon-32.png" />
          ${styled}
        </head>
        <body>
          <a class="skip" href="#main">Skip to the text</a>
          <header>
            <a href="${root}${INDEX}"
              ><img src="${root}assets/icon-64.png" width="32" height="32" alt="" />Locus help</a
            >
          </header>
          <div class="columns">
            <nav aria-label="Help pages">
              <ul>
                <li>${link(INDEX, 'Start')}</li>
                ${functions.map(({ id }) => html`<li>${link(pathOf(id), id)}</li>`)}
              </ul>
            </nav>
            <main id="main">${main}</main>
          </div>
        </body>
      </html>`,
  );
}

function indexMain({ functions, words, messages }) {
  return html`
    <h1>Locus</h1>
    <p class="lead">${prose(words.about)}</p>
    <h2>Start</h2>
    <ol>
      ${words.start.map((step) => html`<li>${prose(step)}</li>`)}
    </ol>
    <h2>Functions</h2>
    <ul class="cards">
      ${functions.map(
        (each) =>
          html`<li id="${each.id}">
            <a href="${pathOf(each.id)}"><code>${signatureOf(each)}</code></a>
            <p>${each.description}</p>
          </li>`,
      )}
    </ul>
    ${words.sections.map(sectionOf)}
    <h2 id="messages">What a cell says when it has no value</h2>
    <p>${prose(words.messages)}</p>
    ${messagesOf(messages)} ${words.troubles.map(sectionOf)}
  `;
}

function sectionOf({ id, title, text = [], list = [] }) {
  return html`${id === undefined ? html`<h2>${title}</h2>` : html`<h2 id="${id}">${title}</h2>`}
  ${text.map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
  ${
    list.length > 0 &&
    html`<ul>
      ${list.map((item) => html`<li>${prose(item)}</li>`)}
    </ul>`
  }`;
}

function functionMain({ each, own, words, rows, messages }) {
  const examples = rows.filter(({ example }) => example?.page === each.id);
  const codes = own.errors.flatMap((name) => words.errorSets[name] ?? [name]);
  const stranger = codes.find((code) => !messages.some((message) => message.code === code));
  if (stranger !== undefined) throw new Error(`the help of ${each.id} names no error: ${stranger}`);
  return html`
    <h1><code>${each.id}</code></h1>
    <p class="lead">${each.description}</p>
    <p class="signature"><code>=${signatureOf(each)}</code></p>

    <h2>What you give</h2>
    <dl class="parameters">
      ${each.parameters.map(
        ({ name, description, optional }) =>
          html`<div>
            <dt>
              <code>${name}</code>${optional === true && html` <span class="tag">optional</span>`}
            </dt>
            <dd>${description}</dd>
          </div>`,
      )}
    </dl>

    <h2>What you get</h2>
    ${own.returns.map((text) => html`<p>${prose(text)}</p>`)}

    <h2>Examples</h2>
    <p class="note">${prose(own.examples ?? words.examples)}</p>
    ${examples.map(exampleOf)}

    <h2>Good to know</h2>
    <ul>
      ${own.notes.map((note) => html`<li>${prose(note)}</li>`)}
    </ul>

    <h2>What a cell says when it has no value</h2>
    <p>${prose(own.messages)}</p>
    ${messagesOf(messages.filter(({ code }) => codes.includes(code)))}
    <details>
      <summary>All that it says about its arguments</summary>
      ${listOf(argumentMessages(each.id, rows, messages))}
    </details>

    <h2>See also</h2>
    <ul>
      ${own.see.map(
        (id) =>
          html`<li>
            <a href="${id}.html"><code>${id}</code></a>
          </li>`,
      )}
      <li><a href="../${INDEX}">Start, and all functions</a></li>
    </ul>
  `;
}

function signatureOf({ id, parameters }) {
  const names = parameters.map(({ name, optional }) => (optional === true ? `[${name}]` : name));
  return `${id}(${names.join(', ')})`;
}

/** By the error that the cell shows, which tells people what kind of thing to do. */
function messagesOf(messages) {
  return KINDS.map(({ error, meaning }) => {
    const own = messages.filter((message) => message.error === error);
    return (
      own.length > 0 &&
      html`<h3><code class="error">${error}</code> ${meaning}</h3>
        ${listOf(own.flatMap(differing))}`
    );
  });
}

const KINDS = [
  { error: '#VALUE!', meaning: 'Change the formula or a setting' },
  { error: '#N/A', meaning: 'No value now' },
];

/** A code's plain message, and those of its others that give different advice. */
function differing({ messages: [plain, ...others] }) {
  return [plain, ...others.filter((text) => adviceOf(text) !== adviceOf(plain))];
}

/**
 * What cells of this function say about its arguments in the table of formulas, beyond the table of
 * messages. Of messages that differ only in what they quote, the shortest.
 */
function argumentMessages(id, rows, messages) {
  const general = new Set(messages.flatMap((each) => each.messages).map(adviceOf));
  const own = rows.filter(({ formula }) => formula.startsWith(`=${id}(`));
  const shown = own.flatMap(({ shows }) => [shows].flat(2));
  const said = shown.flatMap((text) => /^#VALUE! (.*)/s.exec(text)?.[1] ?? []);
  const specific = said.filter((text) => !general.has(adviceOf(text)));
  const byKind = new Map();
  for (const text of specific.sort((a, b) => b.length - a.length)) byKind.set(kindOf(text), text);
  return [...byKind.values()].sort();
}

/** A message without what it quotes: texts, numbers and errors. */
function kindOf(text) {
  return text.replace(/"[^"]*"|-?\b\d[\d.e+]*|#[A-Z/0]+[!?A]/g, ANYTHING);
}

function adviceOf(text) {
  return text.slice(text.indexOf(': '));
}

/** `What happened: what to do.` */
function listOf(texts) {
  return html`<ul class="messages">
    ${texts.map((text) => {
      const [finding, ...advice] = text.split(': ');
      return html`<li><b>${finding}</b>: ${advice.join(': ')}</li>`;
    })}
  </ul>`;
}

module.exports = { helpPages };
