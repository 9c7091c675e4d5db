/**
 * The messages between this page and the pane that opened it. Each message names the other's
 * origin.
 */
export interface PaneLine {
  post(message: object, origin: string): void;
  /** Listens for messages. Returns a function that stops listening. */
  subscribe(listener: (message: unknown, origin: string) => void): () => void;
}

/**
 * The line of a window in a browser. It talks to the page that opened it, and over a channel to a
 * pane of this origin, because the company's sign-in may have cut the window off from its opener.
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

/** The workbench uses the same name. */
const CHANNEL = 'locus-connect';

/** The line of one of Office's dialogs; undefined in any other window. */
export async function officeLine(): Promise<PaneLine | undefined> {
  if (typeof Office === 'undefined') return undefined;
  await Office.onReady();
  const { ui, requirements } = Office.context;
  const namesOrigins = requirements.isSetSupported('DialogOrigin', '1.1');
  return {
    post(message, origin) {
      const text = JSON.stringify(message);
      if (namesOrigins) ui.messageParent(text, { targetOrigin: origin });
      // Without a target origin, Office sends the message only to a page of this origin.
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

/** A pane's request for a token. */
export interface PaneRequest {
  /** Returned with the token, so that the pane knows that the reply is to its own request. */
  readonly nonce: string;
  /** The token's label in lists, such as `Excel on Windows`. */
  readonly device: string;
}

/** Reads a pane's request; undefined for any other message, such as one of a browser extension. */
export function readPaneRequest(message: unknown): PaneRequest | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { locus, nonce, device } = message as Readonly<Record<string, unknown>>;
  if (locus !== 'connect' || typeof nonce !== 'string' || typeof device !== 'string') {
    return undefined;
  }
  return { nonce, device: device.slice(0, 200) };
}
