import type { Clock } from '../../engine/lookup';
import { localDay } from '../../engine/async/clock';

/**
 * Creates a clock of the browser's time. It reads the globals at each call, so that a test can
 * replace them.
 */
export function createBrowserClock(): Clock {
  const soon = createSoon();
  const later = createLater();
  return {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    today: () => localDay(new Date()),
    schedule(ms, run) {
      return ms <= 0 ? soon(run) : later(ms, run);
    },
  };
}

/**
 * Runs in the page's next turn. `setTimeout(0)` would not do: browsers delay nested timers by 4 ms,
 * and those of hidden pages by a second, and Excel keeps our page hidden most of the time.
 */
function createSoon(): (run: () => void) => () => void {
  const waiting: { run: (() => void) | undefined }[] = [];
  const channel = new MessageChannel();
  channel.port1.onmessage = () => waiting.shift()?.run?.();
  return (run) => {
    const turn: (typeof waiting)[number] = { run };
    waiting.push(turn);
    channel.port2.postMessage(undefined);
    return () => (turn.run = undefined);
  };
}

/**
 * Browsers delay the timers of hidden pages by a second, and later by a minute, but not those of
 * their workers. Each timer runs in both places, because a worker may be forbidden or may fail.
 */
function createLater(): Clock['schedule'] {
  const waiting = new Map<number, () => void>();
  let worker: Worker | undefined;
  let latest = 0;
  return (ms, run) => {
    const id = (latest += 1);
    const cancel = (): void => {
      clearTimeout(timer);
      waiting.delete(id);
    };
    const end = (): void => {
      cancel();
      run();
    };
    const timer = setTimeout(end, ms);
    waiting.set(id, end);
    if (id === 1) worker = startTimerWorker((ended) => waiting.get(ended)?.());
    worker?.postMessage([id, ms]);
    return cancel;
  };
}

function startTimerWorker(end: (id: number) => void): Worker | undefined {
  try {
    const source = 'onmessage=({data:[id,ms]})=>setTimeout(()=>postMessage(id),ms)';
    const worker = new Worker(URL.createObjectURL(new Blob([source])));
    worker.onmessage = ({ data }: MessageEvent<number>) => end(data);
    return worker;
  } catch {
    return undefined;
  }
}
