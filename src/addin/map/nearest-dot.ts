/**
 * The index of the nearest dot within reach of a point; of two equally near, the one drawn last,
 * which lies on top. Looks at each dot once: 20,000 take less than a hundredth of a frame.
 */
export function nearestDot<Dot extends { readonly x: number; readonly y: number }>(
  dots: readonly Dot[],
  x: number,
  y: number,
  reachOf: (dot: Dot) => number,
): number | undefined {
  let nearest: number | undefined;
  let least = Infinity;
  dots.forEach((dot, index) => {
    const distance = (dot.x - x) ** 2 + (dot.y - y) ** 2;
    if (distance > least || distance > reachOf(dot) ** 2) return;
    nearest = index;
    least = distance;
  });
  return nearest;
}
