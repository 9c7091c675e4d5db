/** What copying needs from a page. */
export interface ClipboardPage {
  readonly navigator: { readonly clipboard?: Pick<Clipboard, 'writeText'> };
  readonly document: Document;
}

/**
 * Puts text on the clipboard. Returns false if the page may not. Add-ins often run in a frame
 * without the permission for the newer API; the older one still works there.
 */
export async function copyText(text: string, page: ClipboardPage): Promise<boolean> {
  try {
    if (page.navigator.clipboard !== undefined) {
      await page.navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused: try the older API.
  }
  return copySelected(text, page.document);
}

function copySelected(text: string, document: Document): boolean {
  const focused = document.activeElement;
  const box = document.createElement('textarea');
  box.value = text;
  box.readOnly = true;
  box.setAttribute('aria-hidden', 'true');
  box.style.cssText = 'position: fixed; top: 0; opacity: 0';
  document.body.append(box);
  try {
    box.focus();
    box.select();
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    box.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
