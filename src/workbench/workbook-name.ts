import type { Spreadsheet } from './spreadsheet';

/** Shows what the open workbook is called, in the page's bar and as its title. */
export function showWorkbookName(
  page: Document,
  place: HTMLElement,
  spreadsheet: Spreadsheet,
): void {
  let unsubscribe = (): void => undefined;
  const follow = (): void => {
    unsubscribe();
    const watching = spreadsheet
      .workbook()
      .getWorkbook()
      .name$.subscribe((name) => {
        place.textContent = name;
        place.title = name;
        page.title = `${name} — ${TITLE}`;
      });
    unsubscribe = () => watching.unsubscribe();
  };
  follow();
  spreadsheet.subscribeOpened(follow);
}

const TITLE = 'Locus workbench';
