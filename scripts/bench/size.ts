const isSmall = process.argv.includes('--small');

/** How much of something a benchmark does: with `--small` just enough to see that it still runs. */
export function size(full: number, small: number): number {
  return isSmall ? small : full;
}
