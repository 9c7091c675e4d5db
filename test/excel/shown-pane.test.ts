/** @jest-environment jsdom */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HandClock } from '../engine/lookup/hand-clock';
import { drawPaneWhenShown } from '../../src/excel/shown-pane';

const PAGE = readFileSync(join(__dirname, '../../src/excel/taskpane.html'), 'utf8');

/** As webpack rejects an import whose script did not arrive. */
const notArrived = Object.assign(new Error('ChunkLoadError'), {
  request: 'https://locus.example.com/pane.0a1b2c.js',
});

describe('a pane whose code does not arrive', () => {
  it('is fetched only once the page is shown', async () => {
    const { attempts, showPage } = begin(['arrives']);
    expect([attempts(), seen()]).toEqual([0, []]);
    await showPage();
    expect([attempts(), document.getElementById('root')?.textContent]).toEqual([1, 'the pane']);
  });

  it('says what is missing, and never that Microsoft’s script is', async () => {
    const { showPage } = begin(['fails']);
    await showPage();
    const [text = '', ...others] = seen();
    expect(others).toEqual([]);
    expect(text).toContain('The Locus pane couldn’t load');
    expect(text).toContain(notArrived.request);
    expect(text).not.toContain('Microsoft');
  });

  it('says that it is loading while it is', async () => {
    const { showPage } = begin(['never']);
    await showPage();
    expect(seen()).toEqual([expect.stringContaining('is loading')]);
  });

  it.each([
    ['shown again', ({ showPage }: Stage) => showPage()],
    ['asked for by its button', () => after(() => document.querySelector('button')?.click())],
    ['waited for', ({ clock }: Stage) => clock.advance(10_000).then(() => after(() => undefined))],
    ['connected again', () => after(() => window.dispatchEvent(new Event('online')))],
  ])('is tried again when it is %s, as often as it takes', async (_when, act) => {
    const stage = begin(['fails', 'fails', 'arrives']);
    await stage.showPage();
    await act(stage);
    expect(seen()).toEqual([expect.stringContaining('couldn’t load')]);
    await act(stage);
    expect([stage.attempts(), document.getElementById('root')?.textContent]).toEqual([
      3,
      'the pane',
    ]);
  });

  it('is drawn once, whatever happens afterwards', async () => {
    const { attempts, showPage } = begin(['arrives', 'arrives']);
    await showPage();
    await showPage();
    await after(() => window.dispatchEvent(new Event('online')));
    expect(attempts()).toBe(1);
  });

  it('is not fetched twice at once, nor hidden', async () => {
    const { attempts, showPage } = begin(['never', 'arrives']);
    await after(() => window.dispatchEvent(new Event('online')));
    expect(attempts()).toBe(0);
    await showPage();
    await showPage();
    expect(attempts()).toBe(1);
  });
});

type Stage = ReturnType<typeof begin>;

function begin(outcomes: readonly ('arrives' | 'fails' | 'never')[]) {
  document.documentElement.innerHTML = PAGE.replace(/<script .*<\/script>/g, '');
  let observed: (() => void) | undefined;
  const show: IntersectionObserverCallback[] = [];
  class Observer {
    constructor(callback: IntersectionObserverCallback) {
      show.push(callback);
    }
    observe(): void {
      observed = () => show.at(-1)?.([{ isIntersecting: true }] as never, this as never);
    }
    disconnect(): void {
      observed = undefined;
    }
  }
  Object.assign(window, { IntersectionObserver: Observer });
  let attempts = 0;
  const clock = new HandClock();
  drawPaneWhenShown(
    async (root) => {
      const outcome = outcomes[attempts];
      attempts += 1;
      if (outcome === 'never') await new Promise(() => undefined);
      if (outcome !== 'arrives') throw notArrived;
      root.textContent = 'the pane';
    },
    (run) => void clock.schedule(10_000, run),
  );
  return { clock, attempts: () => attempts, showPage: () => after(() => observed?.()) };
}

async function after(act: () => void): Promise<void> {
  act();
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

/** The messages that the page's own style sheet shows. */
function seen(): string[] {
  return [...document.querySelectorAll('.outside')]
    .filter((each) => getComputedStyle(each).display !== 'none')
    .map(({ textContent }) => (textContent ?? '').replace(/\s+/g, ' '));
}
