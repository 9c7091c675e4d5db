/**
 * The viridis scale at seventeen even steps, as red, green and blue in hexadecimal. Linear between
 * them, it differs from the full scale by nothing that an eye can see. The full scale, with its
 * library's code, would be a quarter of the view.
 */
const STEPS =
  '44015448186a472d7b4240863b528b33638d2c728e26828e21918c1fa08828ae803fbc735ec96284d44baddc30d8e219fde725';

const LAST = STEPS.length / 6 - 1;

/** The colour of a fraction, from 0 (dark) to 1 (light); beyond those, that of the end. */
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
