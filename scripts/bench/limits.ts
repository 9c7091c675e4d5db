import pLimit from 'p-limit';
import pRetry from 'p-retry';
import { groups } from './adversity/cases';
import { play } from './adversity/trial';
import type { TrialResult } from './adversity/trial';
import { adaptiveTokenBucket } from './contenders/adaptive-token-bucket';
import { locus } from './contenders/locus';
import { retrying } from './contenders/retrying';

/**
 * Services that refuse, and those who ask them: a row of Markdown for each, of the median of seven
 * seeds and, in brackets, the worst.
 */
const SEEDS = 7;
const contenders = [locus, retrying(pLimit, pRetry), adaptiveTokenBucket];

process.on('unhandledRejection', () => undefined);
void compare();

async function compare(): Promise<void> {
  const heads = contenders.map(({ title }) => `${title}: makespan / least | refused | lost`);
  process.stdout.write(`| service | ${heads.join(' | ')} |\n`);
  process.stdout.write(`| --- |${' ---: | ---: | ---: |'.repeat(contenders.length)}\n`);
  for (const each of Object.values(groups).flat()) {
    const cells: string[] = [];
    for (const contender of contenders) {
      const results: TrialResult[] = [];
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        results.push(await play({ ...each, seed }, contender));
      }
      const waited = ({ makespanMs, askedToWaitMs, leastMs }: TrialResult): number =>
        (makespanMs - askedToWaitMs * (each.isWaitExcused ? 1 : 0) - (each.outageMs ?? 0)) /
        leastMs;
      const [ratio, worst] = medianAndMost(results.map(waited));
      const [refused] = medianAndMost(results.map(({ refusedShare }) => 100 * refusedShare));
      const [, lost] = medianAndMost(results.map((result) => result.lost));
      cells.push(`${ratio.toFixed(2)} (${worst.toFixed(2)}) | ${refused.toFixed(1)}% | ${lost}`);
    }
    process.stdout.write(`| ${each.id} | ${cells.join(' | ')} |\n`);
  }
}

function medianAndMost(numbers: readonly number[]): [number, number] {
  const sorted = [...numbers].sort((one, other) => one - other);
  return [sorted[sorted.length >> 1] ?? 0, sorted.at(-1) ?? 0];
}
