import type { Page } from 'playwright-core';

/** Where the Tab key leads: the control, and where it is in the pane. */
export interface Stop {
  readonly name: string;
  /** Its upper edge, or its scrolling list's, from the top of what the pane scrolls over. */
  readonly top: number;
  readonly isInSight: boolean;
}

/** A part of the page as the browser tells it to people who listen. */
export interface Told {
  readonly role: string;
  readonly name: string;
  /** Of a heading. */
  readonly level: number | undefined;
}

interface AXValue {
  readonly value?: unknown;
}

interface AXNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: AXValue;
  readonly name?: AXValue;
  readonly childIds?: readonly string[];
  readonly properties?: readonly { readonly name: string; readonly value: AXValue }[];
}

/** All that the browser would tell of the page, in its order. */
export async function toldOf(page: Page): Promise<Told[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as {
    nodes: readonly AXNode[];
  };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const told: Told[] = [];
  const visit = (node: AXNode | undefined): void => {
    if (node === undefined) return;
    if (!node.ignored) {
      const level = node.properties?.find(({ name }) => name === 'level')?.value.value;
      told.push({
        role: String(node.role?.value ?? ''),
        name: String(node.name?.value ?? '').trim(),
        level: typeof level === 'number' ? level : undefined,
      });
    }
    for (const id of node.childIds ?? []) visit(byId.get(id));
  };
  visit(nodes[0]);
  return told;
}

/** Presses Tab from the view's tab on, until it leads out of the pane or has come round. */
export async function tabThrough(page: Page, from: string): Promise<Stop[]> {
  await page.getByRole('tab', { name: from }).focus();
  const stops: Stop[] = [];
  const most = 200;
  while (stops.length < most) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(lookAtFocus);
    if (stop === undefined) return stops;
    stops.push(stop);
  }
  throw new Error(`After ${most} times Tab it was still in the pane: ${stops.at(-1)?.name ?? ''}`);
}

/** To be called in the page: what is in focus, if that is in the pane and no tab. */
function lookAtFocus(): Stop | undefined {
  const { activeElement: element } = document;
  const pane = document.querySelector('#pane');
  if (pane === null || element === null || !pane.contains(element)) return undefined;
  if (element.getAttribute('role') === 'tab') return undefined;
  const listOf = (inner: Element): Element => {
    let found = inner;
    for (let at: Element | null = inner; at !== null && at !== pane; at = at.parentElement) {
      const scrolls = at.scrollHeight > at.clientHeight;
      if (scrolls && /auto|scroll/.test(getComputedStyle(at).overflowY)) found = at;
    }
    return found;
  };
  // What stays in sight at the top belongs above all that scrolls under it.
  const isKeptOnTop = (at: Element | null): boolean => {
    if (at === null) return false;
    const { position, top } = getComputedStyle(at);
    return (position === 'sticky' && top !== 'auto') || isKeptOnTop(at.parentElement);
  };
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const labelled = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
  const text = element.getAttribute('aria-label') ?? labelled?.textContent ?? element.textContent;
  return {
    name: (text ?? '').trim(),
    top: isKeptOnTop(element) ? 0 : listOf(element).getBoundingClientRect().top + pane.scrollTop,
    isInSight: bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
  };
}

/**
 * To be called in the page: what the Tab key would lead to though nobody is told of it. Fluent's
 * own stops beside a trap hand the focus on at once, and do not count.
 */
export function hiddenStops(): string[] {
  const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';
  return [...document.querySelectorAll(`[aria-hidden="true"]`)]
    .flatMap((hidden) => [hidden, ...hidden.querySelectorAll(focusable)])
    .filter((element) => element instanceof HTMLElement && element.tabIndex >= 0)
    .filter((element) => !element.hasAttribute('data-tabster-dummy'))
    .filter((element) => element.closest('#pane') !== null)
    .map((element) => element.outerHTML.slice(0, 200));
}

/** To be called in the page: ids that are there twice, and references to ids that are not there. */
export function brokenReferences(): string[] {
  const ids = [...document.querySelectorAll('#pane [id]')].map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `twice: ${id}`);
  const lost = ['aria-labelledby', 'aria-describedby', 'aria-activedescendant', 'for'].flatMap(
    (attribute) =>
      [...document.querySelectorAll(`#pane [${attribute}]`)]
        .flatMap((element) => (element.getAttribute(attribute) ?? '').split(/\s+/))
        .filter((id) => id !== '' && document.getElementById(id) === null)
        .map((id) => `${attribute}: ${id} is not there`),
  );
  return [...twice, ...lost];
}
