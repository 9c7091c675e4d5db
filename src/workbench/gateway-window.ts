import type { Clock } from '../engine/lookup';
import type { OpenPage } from '../addin/spreadsheet/host';

/** Opens a gateway's page in a window of the browser, and speaks with that page alone. */
export function createOpenPage(page: Window, clock: Pick<Clock, 'schedule'>): OpenPage {
  return (address, { received, closed }) => {
    const { origin } = new URL(address);
    const opened = page.open(`${address}/account/connect`, '_blank', SHAPE);
    if (opened === null) return Promise.resolve(undefined);
    // While the window shows a page of another origin, what it says is not heard.
    const hear = ({ data, source, origin: from }: MessageEvent): void => {
      if (source === opened && from === origin) received(data);
    };
    page.addEventListener('message', hear);
    let cancel = clock.schedule(LOOK_MS, look);
    // A browser tells nobody that a window was closed.
    function look(): void {
      if (!opened?.closed) {
        cancel = clock.schedule(LOOK_MS, look);
        return;
      }
      page.removeEventListener('message', hear);
      closed();
    }
    return Promise.resolve({
      send: (message) => opened.postMessage(message, origin),
      close() {
        cancel();
        page.removeEventListener('message', hear);
        opened.close();
      },
    });
  };
}

const SHAPE = 'popup,width=480,height=680';
const LOOK_MS = 500;
