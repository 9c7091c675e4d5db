import { isTimeFormat } from './dates';
import { degreesIn } from './degrees';

/**
 * Whether a number format shows other degrees than a number is: `12.9°S` for 12.9, 12.9 for -12.9,
 * a time, a percentage or thousandths.
 *
 * @param format in Excel's notation.
 */
export function showsOtherDegrees(value: number, format: string): boolean {
  if (value === 0 || PLAIN.test(format)) return false;
  if (isTimeFormat(format)) return true;
  const { tokens, hasSign } = sectionFor(value, format.replace(/General/gi, '0'));
  if (tokens.some((token) => token === '%' || SCALED.test(token))) return true;
  // A colour says what a sign would: `0.00;[Red]0.00`.
  if (tokens.some((token) => COLOUR.test(token))) return false;
  const shown = tokens.map((token) => {
    if (FIGURES.test(token)) return '1';
    return /^[[_*]/.test(token) ? '' : token.replace(/^\\|"/g, '');
  });
  const text = (hasSign ? '-' : '') + shown.join('').trim();
  const degrees = degreesIn(text.replace(/^\((.*)\)$/, '-$1'))?.degrees ?? value;
  return degrees * value < 0;
}

const PLAIN = /^(?:General|(?:[#0?,]*[#0?])?(?:\.[#0?]*)?)$/i;
const FIGURES = /^[#0?.,]+$/;
const SCALED = /^[#0?][#0?.,]*,(?:\.|$)/;
const COLOUR = /^\[[a-z]{3,}\s?\d*\]$/i;
/** Quoted text, an escaped sign, a blank as wide as a sign, a filler, a colour or condition, a number. */
const TOKENS = /"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]|[#0?.,]+|./gsu;
const CONDITION = /^\[([<>=]{1,2})(-?[\d.]+)\]$/;

/** The part of a format that such a number is shown by, and whether a minus sign stands before it. */
function sectionFor(
  value: number,
  format: string,
): { readonly tokens: readonly string[]; readonly hasSign: boolean } {
  const sections: string[][] = [[]];
  for (const [token] of format.matchAll(TOKENS)) {
    if (token === ';') sections.push([]);
    else sections.at(-1)?.push(token);
  }
  const conditions = sections.map((tokens) =>
    tokens.flatMap((token) => CONDITION.exec(token) ?? []),
  );
  const isConditional = conditions.flat().length > 0;
  const isSecond = value < 0 && sections.length > 1 && !isConditional;
  const at = isSecond
    ? 1
    : conditions.findIndex(([, signs, limit]) => holds(value, signs, Number(limit)));
  const [, signs = '', limit] = conditions[at] ?? [];
  const isOfNegatives = isSecond || (signs.startsWith('<') && Number(limit) <= 0);
  return { tokens: sections[at] ?? [], hasSign: value < 0 && !isOfNegatives };
}

function holds(value: number, signs: string | undefined, limit: number): boolean {
  const sign = value < limit ? '<' : value > limit ? '>' : '=';
  return signs === undefined || signs.includes(sign);
}
