import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Theme } from '@fluentui/react-components';

import { paneThemes } from '../../../src/addin/pane/parts/pane-theme';
import { readSourceTree } from '../../architecture/source-tree';

type Token = keyof Theme;

const root = join(__dirname, '../../..');
const styles = [...readSourceTree(root, 'src/addin').values()].join('\n');
const themes = Object.entries(paneThemes);

/** WCAG 2.2, 1.4.3: what a text needs, and 1.4.11: what a line or a sign needs. */
const TEXT = 4.5;
const SIGN = 3;

/** What `color: tokens.…` and its like name, each once. */
function tokensAfter(property: string): Token[] {
  const uses = styles.matchAll(new RegExp(`\\b${property}:[^;\\n]*?tokens\\.(color\\w+)`, 'g'));
  return [...new Set([...uses].map(([, token]) => token as Token))];
}

/** Backgrounds of a state, such as being pointed at, come with foregrounds of their own. */
const STATE = /(Hover|Pressed|Selected)$/;
const surfaces = tokensAfter('backgroundColor').filter((token) => /Background[1-6]$/.test(token));
const texts = tokensAfter('color').filter((token) => !STATE.test(token));

describe.each(themes)('in the %s theme', (_, theme) => {
  const contrast = (one: Token, other: Token): number =>
    contrastOf(String(theme[one]), String(theme[other]));
  const failing = (pairs: readonly (readonly [Token, Token])[], least: number): string[] =>
    pairs
      .filter(([one, other]) => contrast(one, other) < least)
      .map(([one, other]) => `${one} on ${other}: ${contrast(one, other).toFixed(2)}`);

  it('every text can be read on every surface', () => {
    expect(surfaces).toContain('colorNeutralBackground3');
    expect(texts).toContain('colorStatusDangerForeground3');
    expect(failing(pairsOf(texts, surfaces), TEXT)).toEqual([]);
  });

  it('what is pointed at or selected has a text that can be read on it', () => {
    const states = tokensAfter('backgroundColor').filter((token) => STATE.test(token));
    const pairs = states.map(
      (token) => [token.replace('Background', 'Foreground') as Token, token] as const,
    );
    for (const [text] of pairs) expect(styles).toContain(`color: tokens.${text}`);
    expect(failing(pairs, TEXT)).toEqual([]);
  });

  it('the focus can be seen on every surface', () => {
    expect(failing(pairsOf(['colorStrokeFocus2'], surfaces), SIGN)).toEqual([]);
  });

  it('a place on the map stands out from the land and from the sea', () => {
    const [dots, land] = [tokensAfter('outlineColor'), tokensAfter('fill')];
    expect(dots).toEqual(['colorBrandForeground1']);
    expect(land).toContain('colorNeutralBackground1');
    const grounds = ['colorNeutralBackground1', 'colorNeutralBackground3'] as const;
    expect(failing(pairsOf([...dots, 'colorNeutralForeground1'], [...grounds]), SIGN)).toEqual([]);
  });
});

it('the workbench’s own words can be read in the light and in the dark', () => {
  const css = readFileSync(join(root, 'src/workbench/workbench.css'), 'utf8');
  const colours = new Map(
    [...css.matchAll(/--([a-z]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
      ([, name = '', light = '', dark = '']) => [name, [light, dark]] as const,
    ),
  );
  for (const name of ['text', 'quiet', 'link']) {
    colours.get(name)?.forEach((colour, index) => {
      expect(contrastOf(colour, colours.get('surface')?.[index] ?? '')).toBeGreaterThan(TEXT);
    });
  }
});

test('black on white is as far apart as can be, and grey is not', () => {
  expect(contrastOf('#000000', '#fff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

function pairsOf(ones: readonly Token[], others: readonly Token[]): (readonly [Token, Token])[] {
  return ones.flatMap((one) => others.map((other) => [one, other] as const));
}

/** WCAG's ratio of two colours such as `#0f6cbd`: 1 to 21. */
function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(colour: string): number {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour)?.[1];
  if (digits === undefined) throw new Error(`"${colour}" is no colour that can be measured`);
  const size = digits.length / 3;
  const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((index) => {
    const part = digits.slice(index * size, (index + 1) * size).repeat(3 - size);
    const value = parseInt(part, 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
