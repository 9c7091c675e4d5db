/** @jest-environment jsdom */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type * as ReactPackage from 'react';
import type * as ReactDomPackage from 'react-dom';
import type * as ClientPackage from 'react-dom/client';
import leanReact from '../../webpack/lean-react.js';

const CLIENT = 'react-dom/cjs/react-dom-client.production.js';
const modules = dirname(dirname(require.resolve('react/package.json')));
const shipped = readFileSync(join(modules, CLIENT), 'utf8');

describe('React with less to download', () => {
  it('draws, updates and removes as React does, what a pane is made of', () => {
    const drawn = walked(shipped);
    expect(drawn).toHaveLength(6);
    expect(walked(leanReact(shipped))).toEqual(drawn);
  });

  it('fails loudly for a page that a server has written', () => {
    const { client } = packages(leanReact(shipped));
    expect(client.hydrateRoot).toBeUndefined();
  });

  it('is not built from a release that has other names', () => {
    expect(() => leanReact('var isHydrate = !1;')).toThrow('React has no flag isHydrating');
    expect(() => leanReact(shipped.replace('function preload(', 'function load('))).toThrow(
      'React has no function preload',
    );
  });
});

/** What a page shows after each step. */
function walked(text: string): string[] {
  const { react, dom, client } = packages(text);
  const { createElement, useId, useLayoutEffect, useState } = react;
  const container = document.body.appendChild(document.createElement('main'));
  const log: string[] = [];
  const Context = react.createContext('none');
  class Guard extends react.Component<{ children: ReactPackage.ReactNode }> {
    override state = { fault: '' };
    static getDerivedStateFromError = (error: Error) => ({ fault: error.message });
    override render = () => this.state.fault || this.props.children;
  }
  function Faulty({ at }: { at: number }) {
    if (at > 1) throw new Error(`no ${at}`);
    return createElement(Context.Consumer, { children: (text: string) => text });
  }
  function Shown() {
    react.useEffect(() => {
      log.push('shown');
      return () => void log.push('hidden');
    }, []);
    return createElement(react.Suspense, null, createElement('b', null, react.useDeferredValue(1)));
  }
  function Pane({ rows }: { rows: readonly string[] }) {
    const [count, setCount] = useState(0);
    const [text, setText] = useState('typed');
    useLayoutEffect(() => {
      log.push(`count ${count}`);
      return () => void log.push('gone');
    }, [count]);
    return createElement(
      'form',
      { id: useId(), onSubmit: (event: Event) => event.preventDefault() },
      createElement('button', { onClick: () => setCount(count + 1), 'aria-pressed': count > 0 }),
      createElement('input', { value: text, onChange: () => setText(`${text}!`) }),
      createElement('svg', null, createElement('title', null, 'A day')),
      createElement(react.Activity, {
        mode: count === 1 ? 'hidden' : 'visible',
        children: createElement(Shown),
      }),
      ...rows.map((row) => createElement('p', { key: row, style: { width: count } }, row)),
      createElement(Guard, null, createElement(Faulty, { at: count })),
      dom.createPortal(createElement('aside', null, count), document.body),
    );
  }
  const root = client.createRoot(container, {
    onCaughtError: (error) => log.push(String(error)),
  });
  const shown = [draw(['a', 'b', 'c']), draw(['c', 'a', 'd'])];
  shown.push(click(), click());
  dom.flushSync(() => root.unmount());
  shown.push(document.body.innerHTML, log.join());
  container.remove();
  return shown;

  function click(): string {
    dom.flushSync(() => container.querySelector('button')!.click());
    return document.body.innerHTML;
  }
  function draw(rows: readonly string[]): string {
    dom.flushSync(() => {
      root.render(
        createElement(Context.Provider, { value: 'some' }, createElement(Pane, { rows })),
      );
    });
    return document.body.innerHTML;
  }
}

/** React's packages as they are built for pages, with this text as the one that is made lean. */
function packages(text: string) {
  const loaded = new Map<string, object>();
  const load = (name: string): object => {
    const path = FILES[name] ?? name;
    const known = loaded.get(path);
    if (known !== undefined) return known;
    const exports = {};
    loaded.set(path, exports);
    const body = path === CLIENT ? text : readFileSync(join(modules, path), 'utf8');
    new Function('exports', 'require', body)(exports, load);
    return exports;
  };
  return {
    client: load(CLIENT) as typeof ClientPackage,
    react: load('react') as typeof ReactPackage,
    dom: load('react-dom') as typeof ReactDomPackage,
  };
}

const FILES: Record<string, string> = {
  react: 'react/cjs/react.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
};
