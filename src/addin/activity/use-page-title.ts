import { useEffect } from 'react';

/** Puts the text before the page's own title, whatever that is by then; nothing if undefined. */
export function usePageTitle(text: string | undefined): void {
  useEffect(() => {
    if (text === undefined) return undefined;
    const prefix = `${text} · `;
    document.title = prefix + document.title;
    return () => void (document.title = document.title.replace(prefix, ''));
  }, [text]);
}
