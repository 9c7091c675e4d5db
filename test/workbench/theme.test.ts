import { createTheme } from '../../src/workbench/theme';

it('follows the browser, and forced colours come before dark and light', () => {
  const { match, set } = createMedia();
  const theme = createTheme(match);
  const told: string[] = [];
  const stop = theme.subscribe((name) => told.push(name));
  expect(theme.current()).toBe('light');
  set('prefers-color-scheme', true);
  set('forced-colors', true);
  // What has no colour of its own is light on dark then as well.
  expect([theme.current(), theme.isDark()]).toEqual(['high-contrast', true]);
  set('forced-colors', false);
  stop();
  set('prefers-color-scheme', false);
  expect(told).toEqual(['dark', 'high-contrast', 'dark']);
  expect(theme.current()).toBe('light');
});

function createMedia() {
  const lists = new Map<string, { matches: boolean; listeners: Set<() => void> }>();
  const listOf = (feature: string) => {
    const list = lists.get(feature) ?? { matches: false, listeners: new Set<() => void>() };
    lists.set(feature, list);
    return list;
  };
  const match = (query: string): MediaQueryList => {
    const list = listOf(query.slice(1, query.indexOf(':')));
    const media = {
      get matches() {
        return list.matches;
      },
      addEventListener: (_: string, listener: () => void) => list.listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => list.listeners.delete(listener),
    };
    return media as unknown as MediaQueryList;
  };
  const set = (feature: string, matches: boolean) => {
    const list = listOf(feature);
    list.matches = matches;
    for (const listener of list.listeners) listener();
  };
  return { match, set };
}
