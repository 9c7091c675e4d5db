import type { Injector } from '@univerjs/core';
import { IShortcutService } from '@univerjs/preset-sheets-core';

/** Univer gets keys before the page does. With this, it gets only those that are not taken. */
export function takeKeysFirst(injector: Injector, takes: (event: KeyboardEvent) => boolean): void {
  const shortcuts = injector.get(IShortcutService);
  const dispatch = shortcuts.dispatch.bind(shortcuts);
  shortcuts.dispatch = (event) => {
    if (!takes(event)) return dispatch(event);
    event.preventDefault();
    event.stopImmediatePropagation();
    return undefined;
  };
}
