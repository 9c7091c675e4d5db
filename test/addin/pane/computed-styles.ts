/**
 * What jsdom says of an element's style comes from a hundred rules of its own, each compared with
 * the element and all around it. Where a page has no other rules that tell, elements that are alike in what
 * those rules look at have one style, and it need be found only once.
 */
export function rememberComputedStyles(window: Window & typeof globalThis): void {
  const compute = window.getComputedStyle.bind(window);
  const known = new Map<string, CSSStyleDeclaration>();
  const plain = new WeakMap<CSSStyleSheet, number>();

  /** Fluent's theme has a rule on the page, of variables alone. */
  const isPlain = (sheet: CSSStyleSheet): boolean => {
    const { length } = sheet.cssRules;
    if (plain.get(sheet) === length) return true;
    const texts = [...sheet.cssRules].map(({ cssText }) => cssText);
    const isOfVariables = texts.every((text) => /^[^{]*\{\s*(?:--[^;]*;\s*)*\}$/u.test(text));
    if (isOfVariables) plain.set(sheet, length);
    return isOfVariables;
  };

  window.getComputedStyle = (element, pseudo) => {
    const sheets = [...window.document.styleSheets];
    if (pseudo || !sheets.every(isPlain)) return compute(element, pseudo);
    const key = likenessOf(element);
    const style = known.get(key) ?? compute(element);
    known.set(key, style);
    return style;
  };
}

const LOOKED_AT = ['hidden', 'type', 'open', 'style'];

function likenessOf(element: Element): string {
  const attributes = LOOKED_AT.map((name) => element.getAttribute(name));
  return JSON.stringify([pathOf(element), attributes, visibilityAround(element)]);
}

/** A few of the rules are for what lies within something. */
function pathOf({ localName, parentElement }: Element): string {
  return `${parentElement?.localName ?? ''} ${localName}`;
}

/** The one thing that jsdom lets an element inherit. */
function visibilityAround({ parentElement }: Element): string {
  for (let at = parentElement; at !== null; at = at.parentElement) {
    const style = at.getAttribute('style');
    const visibility = style?.includes('visibility') ? (at as HTMLElement).style.visibility : '';
    if (visibility !== '') return visibility;
  }
  return '';
}
