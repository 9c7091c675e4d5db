import { t } from '../engine/language/speech';

const READ_ALOUD = ['aria-label', 'title'];

/** Translates the texts in workbench.html into the person's language. */
export function translatePage(page: Document): void {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const text = node.data.trim().replace(/\s+/g, ' ');
    if (text !== '') node.data = node.data.replace(/\S[^]*\S|\S/, () => t(text));
  }
  for (const name of READ_ALOUD) {
    for (const element of page.body.querySelectorAll(`[${name}]`)) {
      element.setAttribute(name, t(element.getAttribute(name) ?? ''));
    }
  }
}

/** What the page says of the sample service and its key is untrue of a team's service. */
export function removeSampleTexts(page: Document): void {
  for (const element of page.querySelectorAll('[data-sample]')) element.remove();
}
