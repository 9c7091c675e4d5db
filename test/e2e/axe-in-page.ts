import axe from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** As a browser tells the product what a person prefers. */
export const THEMES = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'high contrast': { colorScheme: 'dark', forcedColors: 'active' },
} as const;
export type ThemeOfPage = keyof typeof THEMES;

export const NARROW = { width: 320, height: 700 };
export const WIDE = { width: 1280, height: 800 };

/** Not asked for by default: large enough to be hit, and called by what can be read there. */
const STRICTER = ['target-size', 'label-content-name-mismatch'];
/** A theme changes no more than these look at. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

export async function bringAxe(page: Page): Promise<void> {
  await page.evaluate(axe.source);
}

/**
 * What axe finds wrong in a page that has it.
 *
 * @param exclude parts of the page that are not ours.
 */
export function violationsOf(
  page: Page,
  theme: ThemeOfPage,
  exclude: readonly string[] = [],
): Promise<string[]> {
  return page.evaluate(violationsIn, {
    exclude: [...exclude],
    stricter: STRICTER,
    only: theme === 'light' ? [] : RULES_OF_COLOUR,
  });
}

interface Look {
  readonly exclude: string[];
  readonly stricter: string[];
  /** None are all. */
  readonly only: string[];
}

/** To be called in the page. */
async function violationsIn({ exclude, stricter, only }: Look): Promise<string[]> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // Drawn in the theme, and no colour on its way to another.
  await nextFrame();
  await nextFrame();
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSTransition) animation.finish();
  }
  const { violations } = await window.axe.run(
    { exclude },
    {
      resultTypes: ['violations'],
      rules: Object.fromEntries(stricter.map((rule) => [rule, { enabled: true }])),
      ...(only.length === 0 ? {} : { runOnly: { type: 'rule', values: only } }),
    },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`),
  );
}
