/** How this page and the pane that opened it speak; each message names the other’s origin. */
export interface PaneLine {
  post(message: object, origin: string): void;
  /** Returns a function that ends it. */
  subscribe(listener: (message: unknown, origin: string) => void): () => void;
}

/**
 * In a window of a browser: with the page that opened it, and over a channel with a pane of this
 * origin, from which the company's sign-in may have cut the window off.
 */
export function openerLine(page: Window): PaneLine {
  const opener = page.opener as Window | null;
  const channel =
    typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);
  return {
    post(message, origin) {
      opener?.postMessage(message, origin);
      if (origin === page.location.origin) channel?.postMessage({ to: 'pane', message });
    },
    subscribe(listener) {
      const hear = ({ data, origin, source }: MessageEvent): void => {
        if (opener !== null && source === opener) listener(data, origin);
      };
      const hearChannel = ({ data }: MessageEvent<unknown>): void => {
        const { to, message } = Object(data) as Readonly<Record<string, unknown>>;
        if (to === 'window') listener(message, page.location.origin);
      };
      page.addEventListener('message', hear);
      channel?.addEventListener('message', hearChannel);
      return () => {
        page.removeEventListener('message', hear);
        channel?.removeEventListener('message', hearChannel);
      };
    },
  };
}

/** The workbench has it, too. */
const CHANNEL = 'locus-connect';

/** In a dialog of Office's; undefined in any other window. */
export async function officeLine(): Promise<PaneLine | undefined> {
  if (typeof Office === 'undefined') return undefined;
  await Office.onReady();
  const { ui, requirements } = Office.context;
  const namesOrigins = requirements.isSetSupported('DialogOrigin', '1.1');
  return {
    post(message, origin) {
      const text = JSON.stringify(message);
      if (namesOrigins) ui.messageParent(text, { targetOrigin: origin });
      // Without a name, Office sends it to a page of this origin alone.
      else if (origin === location.origin) ui.messageParent(text);
    },
    subscribe(listener) {
      let isOver = false;
      const hear = (event: Office.DialogParentMessageReceivedEventArgs): void => {
        if (!isOver) listener(jsonOf(event.message), event.origin ?? location.origin);
      };
      ui.addHandlerAsync(Office.EventType.DialogParentMessageReceived, hear);
      return () => void (isOver = true);
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What the pane asks for. */
export interface PaneRequest {
  /** Comes back with the token, so that the pane knows the answer to be its own. */
  readonly nonce: string;
  /** What lists call the token, such as `Excel on Windows`. */
  readonly device: string;
}

/** Undefined for anything else, such as what a browser's extension sends. */
export function readPaneRequest(message: unknown): PaneRequest | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { locus, nonce, device } = message as Readonly<Record<string, unknown>>;
  if (locus !== 'connect' || typeof nonce !== 'string' || typeof device !== 'string') {
    return undefined;
  }
  return { nonce, device: device.slice(0, 200) };
}
