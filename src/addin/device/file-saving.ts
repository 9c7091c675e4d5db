/** What saving a file needs from a page. */
export interface SavingPage {
  readonly document: Document;
  readonly URL: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>;
  setTimeout(run: () => void, ms: number): unknown;
}

/**
 * Offers a file to save. Returns false if the page cannot. A web view may also ignore it silently,
 * which no page can detect.
 */
export function saveFile(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  page: SavingPage,
  type = 'text/csv;charset=utf-8',
): boolean {
  try {
    const address = page.URL.createObjectURL(new Blob([content], { type }));
    const link = page.document.createElement('a');
    link.href = address;
    link.download = name;
    link.hidden = true;
    page.document.body.append(link);
    link.click();
    link.remove();
    page.setTimeout(() => page.URL.revokeObjectURL(address), KEPT_MS);
    return true;
  } catch {
    return false;
  }
}

/** Browsers read the address some time after the click, and do not say when they are done. */
const KEPT_MS = 60_000;
