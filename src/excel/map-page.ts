// The first import: the others load more scripts.
import './public-path';
import { createMessageParts } from './message-chunks';
import { isOwn } from './dialog-window';

/*
 * The page of the dialog that shows a map large. Excel gives it neither the workbook nor anything
 * but messages to and from the pane that opened it.
 */

async function start(): Promise<void> {
  await Office.onReady();
  const { ui } = Office.context;
  const listeners = new Set<(message: unknown) => void>();
  const parts = createMessageParts({
    post: (text) => ui.messageParent(text),
    received: (message) => listeners.forEach((listener) => listener(message)),
  });
  await new Promise<void>((resolve) => {
    const listen = (event: Office.DialogParentMessageReceivedEventArgs): void => {
      if (isOwn(event.origin)) parts.take(event.message);
    };
    ui.addHandlerAsync(Office.EventType.DialogParentMessageReceived, listen, () => resolve());
  });
  const { openMapWindow } = await import(
    /* webpackChunkName: "map-page" */ '../addin/start/map-window'
  );
  const root = document.getElementById('root');
  if (root === null) throw new Error('no #root');
  await openMapWindow(root, languageOf(window.location.search), {
    send: parts.send,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  });
}

/** `?hi`, to which Office adds parameters of its own. */
function languageOf(query: string): string {
  return /^\?([a-z]{2})\b/.exec(query)?.[1] ?? 'en';
}

start().catch(() => document.body.classList.add('failed'));
