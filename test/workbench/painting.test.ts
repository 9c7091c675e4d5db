import { UniverInstanceType } from '@univerjs/core';
import { ListenerSet } from '../../src/lookup';
import type { CalculationListener } from '../../src/workbench/calculation';
import { paintSparingly } from '../../src/workbench/painting';

type Renders = Parameters<typeof paintSparingly>[0];
type Render = ReturnType<Renders['getRenderAll']> extends Map<string, infer Each> ? Each : never;

const FRAME_MS = 16;

function observable<Told extends unknown[]>(listeners: ListenerSet<Told>): Renders['created$'] {
  const subscribe = listeners.subscribe.bind(listeners);
  return { subscribe } as unknown as Renders['created$'];
}

/** A sheet whose calculation changes something in every frame, for as long as it lasts. */
function createSheet(type = UniverInstanceType.UNIVER_SHEET) {
  const afterRender = new ListenerSet();
  const engine = { renderEvenInBackground: true };
  let pictures = 0;
  return {
    render: { type, engine, scene: { afterRender$: observable(afterRender) } } as unknown as Render,
    /** How many pictures are drawn in this time. */
    draws(ms: number): number {
      const before = pictures;
      for (let at = 0; at < ms; at += FRAME_MS) {
        if (engine.renderEvenInBackground) {
          pictures += 1;
          afterRender.tell();
        }
        jest.advanceTimersByTime(FRAME_MS);
      }
      return pictures - before;
    },
  };
}

function start(sheet: ReturnType<typeof createSheet>, isOpenAlready = true) {
  const created = new ListenerSet<[Render]>();
  const listeners: CalculationListener[] = [];
  const page = new EventTarget();
  const state = { isQuiet: false };
  const open = new Map(isOpenAlready ? [['workbook', sheet.render]] : []);
  paintSparingly(
    { getRenderAll: () => open, created$: observable(created) },
    { isQuiet: () => state.isQuiet, subscribe: (listener) => void listeners.push(listener) },
    page,
  );
  if (!isOpenAlready) created.tell(sheet.render);
  return {
    becomeQuiet() {
      state.isQuiet = true;
      for (const listener of listeners) listener.onQuiet?.();
    },
    touch: (kind: string) => page.dispatchEvent(new Event(kind)),
  };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('a sheet that is calculated', () => {
  it.each([true, false])('is drawn four times a second (open before: %p)', (isOpenAlready) => {
    const sheet = createSheet();
    start(sheet, isOpenAlready);
    expect(sheet.draws(10_000)).toBeGreaterThan(30);
    expect(sheet.draws(10_000)).toBeLessThanOrEqual(40);
  });

  it('is drawn at once when all is quiet, and each time from then on', () => {
    const sheet = createSheet();
    const { becomeQuiet } = start(sheet);
    sheet.draws(FRAME_MS);
    becomeQuiet();
    expect(sheet.draws(10 * FRAME_MS)).toBe(10);
  });

  it.each(['pointerdown', 'pointermove', 'wheel', 'keydown'])(
    'follows a person at every step for a second after each %s',
    (kind) => {
      const sheet = createSheet();
      const { touch } = start(sheet);
      sheet.draws(FRAME_MS);
      touch(kind);
      expect(sheet.draws(60 * FRAME_MS)).toBe(60);
      sheet.draws(1_000);
      expect(sheet.draws(10_000)).toBeLessThanOrEqual(40);
    },
  );

  it('rests no shorter where a rest was broken off', () => {
    const sheet = createSheet();
    const { touch } = start(sheet);
    for (let times = 0; times < 20; times += 1) {
      sheet.draws(FRAME_MS);
      touch('wheel');
    }
    sheet.draws(1_500);
    expect(sheet.draws(10_000)).toBeLessThanOrEqual(40);
  });
});

test('the editor of a cell is drawn whenever it changes', () => {
  const editor = createSheet(UniverInstanceType.UNIVER_DOC);
  start(editor);
  expect(editor.draws(10 * FRAME_MS)).toBe(10);
});
