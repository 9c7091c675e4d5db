import type { PaneHost } from '../spreadsheet/host';
import type { Core } from './core';
import { joinPane } from './join-pane';
import { openLanguage } from './open-language';

/** Draws the pane, in the person's language. */
export async function openPane(
  core: Core,
  element: HTMLElement,
  paneHost: PaneHost,
): Promise<void> {
  await openLanguage(core);
  const [{ renderPane }, ledger] = await Promise.all([
    // Only now: the pane's modules read their texts as they load.
    import(/* webpackChunkName: "pane" */ '../pane'),
    core.openLedger(),
  ]);
  core.log.note({ what: 'pane shown' });
  renderPane(element, joinPane(core, ledger, paneHost));
}
