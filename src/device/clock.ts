import type { Clock } from '../lookup';

/** The browser's own time. Reads the globals at each call, so that a page can be given others. */
export function createBrowserClock(): Clock {
  const soon = createSoon();
  return {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    today: () => localDay(new Date()),
    schedule(ms, run) {
      if (ms <= 0) return soon(run);
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
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

function localDay(date: Date): string {
  const month = String(date.getMonth() + 1).padStart(2, '0');
  const day = String(date.getDate()).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${month}-${day}`;
}
