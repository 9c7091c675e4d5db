import type { Clock } from '../engine/lookup';
import type { OpenPage } from '../addin/spreadsheet/host';

/**
 * Opens a gateway's page in a window of the browser, and exchanges messages only with that page.
 *
 * A company's sign-in may cut the window off from its opener (`Cross-Origin-Opener-Policy`). The
 * window then looks closed. If this page is the gateway's own, both still communicate over a
 * channel of their origin, so this page waits for a window that looks closed just when it went to
 * the sign-in.
 */
export function createOpenPage(page: Window, clock: Pick<Clock, 'schedule'>): OpenPage {
  return (address, { received, closed }) => {
    const { origin } = new URL(address);
    const opened = page.open(`${address}/account/connect`, '_blank', SHAPE);
    if (opened === null) return Promise.resolve(undefined);
    // Messages are ignored while the window shows a page of another origin.
    const hear = ({ data, source, origin: from }: MessageEvent): void => {
      if (source === opened && from === origin) received(data);
    };
    page.addEventListener('message', hear);
    const channel = origin === page.location.origin ? openChannel() : undefined;
    let looksSinceLeaving = Number.POSITIVE_INFINITY;
    channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const { to, message } = Object(data) as Readonly<Record<string, unknown>>;
      if (to !== 'pane') return;
      if ((Object(message) as { locus?: unknown }).locus === 'leaving') looksSinceLeaving = 0;
      else received(message);
    });
    const endListening = (): void => {
      page.removeEventListener('message', hear);
      channel?.close();
    };
    let cancel = clock.schedule(LOOK_MS, look);
    // A browser does not notify anybody when a window is closed.
    function look(): void {
      const isCutOff = looksSinceLeaving <= CUT_OFF_LOOKS;
      if (!opened?.closed || isCutOff) {
        if (!opened?.closed) looksSinceLeaving += 1;
        cancel = clock.schedule(LOOK_MS, look);
        return;
      }
      endListening();
      closed();
    }
    return Promise.resolve({
      send(message) {
        opened.postMessage(message, origin);
        channel?.postMessage({ to: 'window', message });
      },
      close() {
        cancel();
        endListening();
        opened.close();
      },
    });
  };
}

const SHAPE = 'popup,width=480,height=680';
const LOOK_MS = 500;
/** Redirects take seconds; a person who closes the window takes longer. */
const CUT_OFF_LOOKS = 10;

function openChannel(): BroadcastChannel | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);
}

/** The gateway's page uses the same name. */
const CHANNEL = 'locus-connect';
