import { bin, extent, nice, ticks } from 'd3-array';

/** The distribution of a column's numbers, and the colour of each on the map. */
export interface Distribution {
  readonly bars: readonly Bar[];
  /** Rows without a number. */
  readonly missing: number;
  /** A colour that can be read by its lightness alone: lighter is more. Undefined for no number. */
  colourOf(value: number): string | undefined;
}

export interface Bar {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly colour: string;
}

const BARS = 12;
/** Relative to the numbers: a smaller difference counts as none. */
const NO_SPREAD = 1e-12;
const SMALLEST = 1e-200;

/** Bars of equal width between round numbers; none if there are no numbers. */
export function distributionOf(values: readonly number[]): Distribution {
  const numbers = values.filter(Number.isFinite);
  const [least, most] = extent(numbers);
  const missing = values.length - numbers.length;
  if (least === undefined || most === undefined) {
    return { bars: [], missing, colourOf: () => undefined };
  }
  if (!isSpread(least, most)) return oneBar(numbers, least, most, missing);
  const [from, to] = nice(least, most, BARS);
  // Floating-point rounding may leave the ends just outside.
  const [low, high] = [Math.min(from, least), Math.max(to, most)];
  const colours = (value: number): string => viridis((value - low) / (high - low));
  const bins = bin()
    .domain([low, high])
    .thresholds(ticks(low, high, BARS))(numbers);
  const bars = bins
    .map((bucket) => ({ from: bucket.x0 ?? low, to: bucket.x1 ?? high, count: bucket.length }))
    // The last threshold may be the end itself, and make a bar of no width.
    .filter(({ from, to, count }) => to > from || count > 0)
    .map((bar) => ({ ...bar, colour: colours((bar.from + bar.to) / 2) }));
  return {
    bars,
    missing,
    colourOf: (value) => (Number.isFinite(value) ? colours(value) : undefined),
  };
}

/** Whether the two differ by enough to divide the range between them. */
function isSpread(least: number, most: number): boolean {
  const size = Math.max(Math.abs(least), Math.abs(most), SMALLEST);
  return most - least > NO_SPREAD * size && Number.isFinite(most - least);
}

function oneBar(
  numbers: readonly number[],
  from: number,
  to: number,
  missing: number,
): Distribution {
  const colour = viridis(0.5);
  return {
    bars: [{ from, to, count: numbers.length, colour }],
    missing,
    colourOf: (value) => (Number.isFinite(value) ? colour : undefined),
  };
}

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
