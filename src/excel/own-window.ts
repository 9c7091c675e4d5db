import { spokenLanguage } from '../engine/language/speech';
import type { OpenWindow, OwnWindow, WindowEvents } from '../addin/spreadsheet/host';
import { createMessageParts } from './message-parts';

/** In per cent of the screen. */
const SIZE = 85;

/**
 * Opens map.html in a dialog of Office's. Only the language is in its address: places and values are
 * sent as messages, since a dialog of Excel on the web may have storage of its own.
 *
 * Without the prompt, Excel on the web opens it at once if a person has just pressed a button, which
 * is when this is called; the prompt would take the pane off the page meanwhile.
 */
export const openWindow: OpenWindow = (events) =>
  new Promise((resolve) => {
    const page = new URL(`map.html?${spokenLanguage()}`, document.baseURI).href;
    const options = { width: SIZE, height: SIZE, promptBeforeOpen: false };
    try {
      Office.context.ui.displayDialogAsync(page, options, ({ status, value }) => {
        // A pop-up was blocked, another dialog is open, or Excel has no room for one.
        const isOpen = status === Office.AsyncResultStatus.Succeeded;
        resolve(isOpen ? connect(value, events) : undefined);
      });
    } catch {
      resolve(undefined);
    }
  });

function connect(dialog: Office.Dialog, { received, closed }: WindowEvents): OwnWindow {
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
