import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Left to itself, the heap grows to several times of what is in use before it is tidied. Call the
 * returned function now and then; it tidies where much has come since the last time.
 */
export function createSmallHeap(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let limit = GROWTH_BYTES;
  return () => {
    if (getHeapStatistics().used_heap_size < limit) return;
    collect();
    limit = getHeapStatistics().used_heap_size + GROWTH_BYTES;
  };
}

const GROWTH_BYTES = 16_000_000;
