import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * By default the heap grows to several times what is in use before V8 collects garbage. Call the
 * returned function now and then: it collects if the heap has grown enough since the last time.
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
