import type { Writable } from 'node:stream';
import { Presets, SingleBar, type Options, type Params } from 'cli-progress';
import { visibleJson, visibleText } from '../engine/language/visible-text';
import { countText } from '../engine/language/speech';
import { eventText, spentText, type RunEvent } from './run-event';

/** Reports what happens in a run. */
export type Reporter = (event: RunEvent) => void;

/** For programs: each event as a line of JSON. */
export function createJsonReporter(stream: Writable): Reporter {
  return (event) => void stream.write(`${visibleJson(JSON.stringify(event))}\n`);
}

/** For people who read it later: a line now and then. */
export function createLineReporter(stream: Writable, now: () => number): Reporter {
  let saidAt = now();
  return (event) => {
    if (event.event === 'progress' && now() - saidAt < LINE_MS) return;
    saidAt = now();
    stream.write(`${visibleText(eventText(event) ?? '')}\n`);
  };
}

const LINE_MS = 10_000;

/** For people who watch: a progress bar. */
export function createTerminalReporter(stream: Writable): Reporter {
  let bar: SingleBar | undefined;
  const stop = (): void => {
    bar?.stop();
    bar = undefined;
  };
  return (event) => {
    if (event.event !== 'progress') {
      if (event.event === 'end') bar?.update(event.rows, { spent: spentText(event) });
      stop();
      stream.write(`${visibleText(eventText(event) ?? '')}\n`);
      return;
    }
    if (bar === undefined) {
      const options = { stream: stream as NodeJS.WritableStream, hideCursor: true, format };
      bar = new SingleBar({ ...options, barsize: 24, gracefulExit: false }, Presets.shades_classic);
      bar.start(event.total, event.rows, { spent: spentText(event) });
    }
    bar.update(event.rows, { spent: spentText(event) });
  };
}

function format(
  { barsize = 24 }: Options,
  { progress, value, total }: Params,
  { spent }: { readonly spent: string },
): string {
  const filled = Math.round(progress * barsize);
  const bar = '█'.repeat(filled) + '░'.repeat(barsize - filled);
  return `${bar} ${countText(value)} of ${countText(total)} rows  ${spent}`;
}
