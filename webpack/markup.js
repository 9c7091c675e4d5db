'use strict';

/** HTML. Any other value put into it is escaped as text. */
class Markup {
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

/** HTML in which values are text, unless they are HTML themselves or lists of either. */
function html(strings, ...values) {
  return new Markup(String.raw({ raw: strings }, ...values.map(markupOf)));
}

/** HTML from a source that is our own. */
function verbatim(text) {
  return new Markup(text);
}

/** A sentence as people write it down: `code` and **strong**. */
function prose(text) {
  const marked = escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
  return verbatim(marked);
}

function markupOf(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(markupOf).join('');
  return value === undefined || value === false ? '' : escaped(String(value));
}

function escaped(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

module.exports = { html, prose, verbatim };
