import { spokenLanguage } from '../engine/language/speech';
import type { OpenPage, OpenWindow, OpenedWindow, WindowEvents } from '../addin/spreadsheet/host';
import { createMessageParts } from './message-chunks';

/** In per cent of the screen. */
const SIZE = 85;

/**
 * Opens map.html in a dialog of Office's. Only the language is in its address: places and values are
 * sent as messages, since a dialog of Excel on the web may have storage of its own.
 *
 * Without the prompt, Excel on the web opens it at once if a person has just pressed a button, which
 * is when this is called; the prompt would take the pane off the page meanwhile.
 */
export const openWindow: OpenWindow = async (events) => {
  const page = new URL(`map.html?${spokenLanguage()}`, document.baseURI).href;
  const dialog = await openDialog(page, { width: SIZE, height: SIZE });
  return dialog && connect(dialog, events);
};

/**
 * Opens a gateway's page. Office shows a page of another origin first only if the manifest lists
 * that among its AppDomains, and lets the two speak from DialogOrigin 1.1 on.
 */
export const openPage: OpenPage = async (address, { received, closed }) => {
  const { origin } = new URL(address);
  const namesOrigins = Office.context.requirements.isSetSupported('DialogOrigin', '1.1');
  if (!namesOrigins && !isOwn(origin)) return undefined;
  const page = `${address}/account/connect-office`;
  const dialog = await openDialog(page, { width: 30, height: 65 });
  if (dialog === undefined) return undefined;
  dialog.addEventHandler(Office.EventType.DialogMessageReceived, (event) => {
    if (!('message' in event) || (event.origin ?? window.location.origin) !== origin) return;
    try {
      received(JSON.parse(event.message));
    } catch {
      // Not from the page that is meant.
    }
  });
  dialog.addEventHandler(Office.EventType.DialogEventReceived, closed);
  return {
    send(message) {
      const text = JSON.stringify(message);
      if (namesOrigins) dialog.messageChild(text, { targetOrigin: origin });
      else dialog.messageChild(text);
    },
    close() {
      try {
        dialog.close();
      } catch {
        // The person has closed it.
      }
    },
  };
};

function openDialog(
  page: string,
  size: Pick<Office.DialogOptions, 'width' | 'height'>,
): Promise<Office.Dialog | undefined> {
  return new Promise((resolve) => {
    try {
      const options = { ...size, promptBeforeOpen: false };
      Office.context.ui.displayDialogAsync(page, options, ({ status, value }) => {
        // A pop-up was blocked, another dialog is open, or Excel has no room for one.
        const isOpen = status === Office.AsyncResultStatus.Succeeded;
        resolve(isOpen ? value : undefined);
      });
    } catch {
      resolve(undefined);
    }
  });
}

function connect(dialog: Office.Dialog, { received, closed }: WindowEvents): OpenedWindow {
  const parts = createMessageParts({
    post(text) {
      try {
        dialog.messageChild(text);
      } catch {
        // It was closed a moment ago; the event for that is under way.
      }
    },
    received,
  });
  dialog.addEventHandler(Office.EventType.DialogMessageReceived, (event) => {
    if ('message' in event && isOwn(event.origin)) parts.take(event.message);
  });
  dialog.addEventHandler(Office.EventType.DialogEventReceived, closed);
  return { send: parts.send, close: () => dialog.close() };
}

/** Before DialogOrigin 1.1, a message does not say which page it came from. */
export function isOwn(origin: string | undefined): boolean {
  return origin === undefined || origin === window.location.origin;
}
