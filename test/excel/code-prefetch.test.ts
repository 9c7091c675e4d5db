/** @jest-environment jsdom */
import { fetchRestOfCode } from '../../src/excel/code-prefetch';
import { HandClock } from '../engine/lookup/hand-clock';

const FOLDER = 'https://locus.example.com/add-in/';

describe('the code that nothing has asked for yet', () => {
  it('is fetched script by script, without what is there already', async () => {
    const { run, scripts } = begin({ had: ['pane.aaaaaa.js'] });
    await run();
    expect(scripts).toEqual(['map.bbbbbb.js', 'more.cccccc.js'].map((name) => FOLDER + name));
  });

  it('is this build’s, though a newer one is deployed', async () => {
    const newer = { hash: 'newer', files: ['pane.dddddd.js'] };
    const { run, scripts } = begin({ builds: [newer, OWN] });
    await run();
    expect(scripts).toHaveLength(3);
    expect(scripts).not.toContain(`${FOLDER}pane.dddddd.js`);
  });

  it('is left where the list does not know this build', async () => {
    const { run, scripts } = begin({ builds: [{ hash: 'newer', files: ['pane.dddddd.js'] }] });
    await run();
    expect(scripts).toEqual([]);
  });

  it('waits while cells wait', async () => {
    let isIdle = false;
    const { clock, scripts, running } = begin({ isIdle: () => isIdle });
    await clock.advance(60_000);
    expect(scripts).toEqual([]);
    isIdle = true;
    await clock.advance(5_000);
    await running;
    expect(scripts).toHaveLength(3);
  });

  it('goes on behind a script that does not arrive', async () => {
    const { run, scripts } = begin({ missing: 'map.bbbbbb.js' });
    await run();
    expect(scripts).toHaveLength(3);
    expect(document.querySelectorAll('script')).toHaveLength(0);
  });
});

const OWN = { hash: 'own', files: ['pane.aaaaaa.js', 'map.bbbbbb.js', 'more.cccccc.js'] };

interface Given {
  readonly builds?: readonly unknown[];
  /** Scripts that the page has fetched before. */
  readonly had?: readonly string[];
  readonly missing?: string;
  isIdle?(): boolean;
}

function begin({ builds = [OWN], had = [], missing, isIdle = () => true }: Given) {
  const clock = new HandClock();
  const scripts: string[] = [];
  Object.assign(globalThis, {
    __webpack_hash__: OWN.hash,
    __webpack_public_path__: FOLDER,
    fetch: (url: string) =>
      url === `${FOLDER}builds.json`
        ? Promise.resolve({ json: () => Promise.resolve(builds) })
        : Promise.reject(new Error(url)),
  });
  Object.assign(performance, {
    getEntriesByType: () => had.map((name) => ({ name: FOLDER + name })),
  });
  document.head.append = (script) => {
    if (!(script instanceof HTMLScriptElement)) throw new Error('no script');
    scripts.push(script.src);
    const isMissing = script.src === FOLDER + (missing ?? '');
    script.dispatchEvent(new Event(isMissing ? 'error' : 'load'));
  };
  const running = fetchRestOfCode(clock, isIdle);
  async function run(): Promise<void> {
    await clock.advance(60_000);
    await running;
  }
  return { clock, scripts, running, run };
}
