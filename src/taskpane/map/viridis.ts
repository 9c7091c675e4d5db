/**
 * The scale viridis at seventeen even steps, as red, green and blue in hexadecimal: between them
 * it is straight but for what no eye sees. Whole, with the arithmetic of its library, it is a
 * quarter of the view.
 */
const STEPS =
  '44015448186a472d7b4240863b528b33638d2c728e26828e21918c1fa08828ae803fbc735ec96284d44baddc30d8e219fde725';

const LAST = STEPS.length / 6 - 1;

/** The colour of a part of the whole, from 0, dark, to 1, light: beyond them that of the end. */
export function viridis(part: number): string {
  const at = Math.max(0, Math.min(1, part)) * LAST;
  const step = Math.min(LAST - 1, Math.floor(at));
  const mixed = [0, 2, 4].map((offset) => {
    const from = level(step, offset);
    return Math.round(from + (level(step + 1, offset) - from) * (at - step));
  });
  return `rgb(${mixed.join(' ')})`;
}

function level(step: number, offset: number): number {
  const start = step * 6 + offset;
  return Number.parseInt(STEPS.slice(start, start + 2), 16);
}
