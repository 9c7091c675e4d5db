import { IEditorBridgeService, IEditorService } from '@univerjs/preset-sheets-core';
import type { Injector } from '@univerjs/core';
import { t } from '../engine/language/speech';
import { nameAtCaret, withName, type TypedName } from './name-at-caret';
import { textOf, writeTyped } from './univer/formula-help';
import { takeKeysFirst } from './univer/grid-focus';

export interface FoundName {
  readonly name: string;
  /** A line about the name. */
  readonly about: string;
}

/**
 * Offers attribute names beside the editor while a person types one inside a formula's quotes.
 * Univer itself only offers functions. Tab or a click takes the first name, arrows choose another,
 * Esc closes the list.
 */
export function completeNames(
  injector: Injector,
  page: Document,
  find: (search: string) => Promise<readonly FoundName[]>,
): void {
  const editors = injector.get(IEditorService);
  const bridge = injector.get(IEditorBridgeService);
  const list = createList(page, (name) => take(name));
  let typed: TypedName | undefined;
  let latest = 0;

  const close = (): void => {
    latest += 1;
    typed = undefined;
    list.show([], undefined);
  };

  function whatIsTyped() {
    const editor = bridge.isVisible().visible ? editors.getFocusEditor() : undefined;
    if (!editor) return undefined;
    const formula = textOf(editor.getDocumentData().body?.dataStream);
    const name = nameAtCaret(formula, editor.getCursorPosition());
    return name && { editor, name };
  }

  async function look(): Promise<void> {
    const { editor, name: next } = whatIsTyped() ?? {};
    if (next === undefined || !editor) return close();
    if (typed?.text === next.text && typed.from === next.from) return undefined;
    typed = next;
    const request = (latest += 1);
    const found = await find(next.text);
    if (request !== latest) return undefined;
    const isDone = found.length === 1 && found[0]?.name === next.text;
    return list.show(isDone ? [] : found, editor.getBoundingClientRect());
  }

  /** A look that is still due for the last letter does not open the list again. */
  function dismiss(): void {
    close();
    typed = whatIsTyped()?.name;
  }

  function take(name: string): void {
    const editor = editors.getFocusEditor();
    if (!editor || typed === undefined) return;
    const formula = textOf(editor.getDocumentData().body?.dataStream);
    writeTyped(editors, withName(formula, typed, name));
    close();
  }

  takeKeysFirst(injector, takesKey);

  function takesKey({ key, isComposing }: KeyboardEvent): boolean {
    if (!list.isOpen() || isComposing) return false;
    if (key === 'ArrowDown') list.move(1);
    else if (key === 'ArrowUp') list.move(-1);
    else if (key === 'Escape') dismiss();
    // Enter ends the formula, unless the person has moved into the list.
    else if (key === 'Tab' || (key === 'Enter' && list.isEntered())) take(list.chosen());
    else return false;
    return true;
  }

  const lookLater = (event: Event): void => {
    const isEnd = event instanceof KeyboardEvent && event.key === 'Escape';
    // Waits until the editor has handled the key.
    if (!isEnd) setTimeout(() => void look().catch(close));
  };
  for (const act of ['keyup', 'click']) page.addEventListener(act, lookLater, { capture: true });
  bridge.visible$.subscribe(({ visible }) => {
    if (!visible) close();
  });
}

interface NameList {
  show(names: readonly FoundName[], beside: DOMRect | undefined): void;
  isOpen(): boolean;
  /** Whether the person has moved into the list with the arrows. */
  isEntered(): boolean;
  move(by: number): void;
  chosen(): string;
}

function createList(page: Document, take: (name: string) => void): NameList {
  const root = page.createElement('div');
  root.className = 'names';
  root.hidden = true;
  root.setAttribute('role', 'listbox');
  root.setAttribute('aria-label', t('Attributes'));
  const said = page.createElement('p');
  said.className = 'names-said';
  said.setAttribute('aria-live', 'polite');
  page.body.append(root, said);
  let names: readonly FoundName[] = [];
  let at = -1;

  function draw(): void {
    [...root.children].forEach((option, index) =>
      option.setAttribute('aria-selected', String(index === Math.max(0, at))),
    );
    root.children[Math.max(0, at)]?.scrollIntoView({ block: 'nearest' });
    const name = names[Math.max(0, at)]?.name;
    said.textContent = name === undefined ? '' : t('{name}. Press Tab to insert.', { name });
  }

  return {
    show(next, beside) {
      names = next;
      at = -1;
      root.hidden = names.length === 0;
      root.replaceChildren(
        ...names.map(({ name, about }) => {
          const option = page.createElement('div');
          option.setAttribute('role', 'option');
          const title = page.createElement('strong');
          title.textContent = name;
          const rest = page.createElement('span');
          rest.textContent = about;
          option.append(title, rest);
          option.addEventListener('pointerdown', (event) => {
            // Keeps the focus in the editor.
            event.preventDefault();
            event.stopPropagation();
            take(name);
          });
          return option;
        }),
      );
      draw();
      if (beside === undefined || root.hidden) return;
      const { width, height } = root.getBoundingClientRect();
      const { clientWidth, clientHeight } = page.documentElement;
      // Above the editor, since the function's help is below it.
      const top = beside.top > height ? beside.top - height : beside.bottom;
      root.style.top = `${Math.min(top, clientHeight - height)}px`;
      root.style.left = `${Math.max(0, Math.min(beside.left, clientWidth - width))}px`;
    },
    isOpen: () => !root.hidden,
    isEntered: () => at >= 0,
    move(by) {
      at = (Math.max(0, at) + (at < 0 && by > 0 ? 0 : by) + names.length) % names.length;
      draw();
    },
    chosen: () => names[Math.max(0, at)]?.name ?? '',
  };
}
